void run_strided(int *out, int stride);
