/* A sum of floats by one work-item. OpenCL C requires the additions to be done in the written order. With this kernel,
 * src/device/probe.c detects compilers that change the order. */
kernel void clscan_float_sum(const global float *x, uint n, global float *sum) {
    float s = 0;
    for (uint i = 0; i < n; i++)
        s += x[i];
    *sum = s;
}
