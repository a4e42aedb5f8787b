// Runs ViennaCL's inclusive_scan. ViennaCL 1.7.1 keeps a work-group's running sum in an `unsigned int`, so that sums of
// float, double and long are wrong.
#define VIENNACL_WITH_OPENCL
#include "opencl.hpp"
#include <viennacl/linalg/vector_operations.hpp>
#include <viennacl/ocl/backend.hpp>
#include <viennacl/vector.hpp>
#include <viennacl/vector_proxy.hpp>

template <class T>
static void run(const peer::request &r, const peer::problem<T> &p) {
    const std::vector<T> &in = p.in;
    cl_device_id id = peer::find_device(r);
    cl_context context = peer::make_context(id);
    using part = viennacl::vector_range<viennacl::vector<T>>;
    viennacl::ocl::setup_context(0, context, id, clCreateCommandQueue(context, id, 0, nullptr));
    viennacl::vector<T> from(in.size()), to(in.size());
    viennacl::copy(in, from);
    peer::measure<T>("viennacl", p,
                     { [&](size_t count) {
                          part some(from, { 0, count }), sums(to, { 0, count });
                          viennacl::linalg::inclusive_scan(some, sums);
                      },
                       [] { viennacl::backend::finish(); },
                       [&] { to.clear(); },
                       [&](size_t count) {
                           std::vector<T> out(count);
                           viennacl::copy(part(to, { 0, count }), out);
                           return out;
                       },
                       {} });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &r, const auto &p) { run(r, p); });
}
