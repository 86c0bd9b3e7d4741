// OpenCV is not installed: matrices of a kernel's arguments are declared as it does.
#include <opencv2/core/cuda/common.hpp>
#include <opencv2/core/cuda/emulation.hpp>
#include <opencv2/core/cuda_types.hpp>

using namespace cv::cuda;

__global__ void blur(const PtrStepSz<unsigned char> in, PtrStep<float> out)
{
	__shared__ float rows[16][16];
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	rows[threadIdx.x][threadIdx.y] = x < in.cols && y < in.rows ? in(y, x) : 0; // fact: store 64/8 exact
	__syncthreads();
	out.ptr(y)[x] = rows[threadIdx.y][threadIdx.x]; // fact: load 8/8 exact
}

__global__ void count(const PtrStepSz<unsigned char> in, int *out)
{
	__shared__ int counts[256];
	const int t = threadIdx.y * blockDim.x + threadIdx.x;
	counts[t] = 0; // fact: store 8/8 exact
	__syncthreads();
	device::Emulation::smem::atomicAdd(&counts[t], (int)in(0, t)); // fact: atomic 8/8 exact
	__syncthreads();
	device::Emulation::glob::atomicAdd(out + t, counts[t]); // fact: load 8/8 exact
}

void run(const GpuMat &in, GpuMat &out, cudaStream_t stream)
{
	const dim3 block(16, 16), grid(device::divUp(in.cols, block.x), device::divUp(in.rows, block.y));
	CV_Assert(in.type() == CV_8UC1);
	blur<<<grid, block, 0, stream>>>(in, out);
	count<<<grid, block, 0, stream>>>(in, 0);
	cudaSafeCall(cudaGetLastError());
}
