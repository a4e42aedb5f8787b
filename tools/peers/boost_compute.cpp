// Runs Boost.Compute's inclusive_scan.
#include "opencl.hpp"
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/fill.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/container/vector.hpp>

namespace compute = boost::compute;

template <class T>
static void run(const peer::request &r, const peer::problem<T> &p) {
    const std::vector<T> &in = p.in;
    compute::device device(peer::find_device(r));
    compute::context context(device);
    compute::command_queue queue(context, device);
    compute::vector<T> from(in.begin(), in.end(), queue), to(in.size(), context);
    peer::measure<T>(
        "boost_compute", p,
        { [&](size_t count) { compute::inclusive_scan(from.begin(), from.begin() + count, to.begin(), queue); },
          [&] { queue.finish(); },
          [&] { compute::fill(to.begin(), to.end(), T(0), queue); },
          [&](size_t count) {
              std::vector<T> out(count);
              compute::copy(to.begin(), to.begin() + count, out.begin(), queue);
              return out;
          },
          {} });
}

int main(int argc, char **argv) {
    return peer::main(argc, argv, [](const peer::request &r, const auto &p) { run(r, p); });
}
