// OpenCV is not installed: matrices of a kernel's arguments are declared as it does.
#include <opencv2/core/cuda/common.hpp>
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

void run(const GpuMat &in, GpuMat &out, cudaStream_t stream)
{
	const dim3 block(16, 16), grid(device::divUp(in.cols, block.x), device::divUp(in.rows, block.y));
	CV_Assert(in.type() == CV_8UC1);
	blur<<<grid, block, 0, stream>>>(in, out);
	cudaSafeCall(cudaGetLastError());
}
