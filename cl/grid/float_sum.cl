/* A sum of floats by one work-item, with nothing else in it. OpenCL C has its additions done one after the other, as
 * they are written; src/plan/probe.c finds out whether the compiler of a device keeps to that. */
kernel void clscan_float_sum(const global float *x, uint n, global float *sum) {
    float s = 0;
    for (uint i = 0; i < n; i++)
        s += x[i];
    *sum = s;
}
