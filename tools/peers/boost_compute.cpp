// Runs Boost.Compute's inclusive_scan, reduce, unique_copy, and sort after a copy.
#include "opencl.hpp"
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/fill.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/algorithm/unique_copy.hpp>
#include <boost/compute/container/vector.hpp>

namespace compute = boost::compute;

// Returns the number of results.
template <class T>
static size_t scan(peer::scan which, const compute::vector<T> &from, size_t count, compute::vector<T> &to,
                   compute::command_queue &queue) {
    switch (which) {
    case peer::scan::reduce:
        compute::reduce(from.begin(), from.begin() + count, to.begin(), queue);
        return 1;
    case peer::scan::sort:
        compute::copy(from.begin(), from.begin() + count, to.begin(), queue);
        compute::sort(to.begin(), to.begin() + count, queue);
        return count;
    case peer::scan::unique:
        return size_t(compute::unique_copy(from.begin(), from.begin() + count, to.begin(), queue) - to.begin());
    default:
        compute::inclusive_scan(from.begin(), from.begin() + count, to.begin(), queue);
        return count;
    }
}

template <class T>
static void run(const peer::request &r, const peer::problem<T> &p) {
    const std::vector<T> &in = p.in;
    compute::device device(peer::find_device(r));
    compute::context context(device);
    compute::command_queue queue(context, device);
    compute::vector<T> from(in.begin(), in.end(), queue), to(in.size(), context);
    size_t written = 0;
    peer::measure<T>("boost_compute", p,
                     { [&](size_t count) { written = scan(p.scan, from, count, to, queue); },
                       [&] { queue.finish(); },
                       [&] { compute::fill(to.begin(), to.end(), T(0), queue); },
                       [&](size_t) {
                           std::vector<T> out(written);
                           compute::copy(to.begin(), to.begin() + written, out.begin(), queue);
                           return out;
                       },
                       {} });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &r, const auto &p) { run(r, p); });
}
