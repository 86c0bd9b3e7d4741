/* Groups of threads.  Ranks and sizes are arithmetic on the built-in variables.
 *
 * This header and the others of cooperative groups stand for the toolkit's too: nothing else depends on
 * those, they are slow to read, and what they keep in bit-fields and unions is plain here. */
#pragma once
#include <__smemlint_names.h>

#define __SMEMLINT_CG __SMEMLINT_D inline
namespace cooperative_groups {

/* for programs that wait for other blocks as CUDA's header does */
#ifndef _CG_ASM_PTR_CONSTRAINT
#define _CG_ASM_PTR_CONSTRAINT "l"
#endif
namespace details {
__SMEMLINT_CG bool bar_has_flipped(unsigned int __before, unsigned int __now) { return (__before ^ __now) >> 31; }
}

struct thread_block {
	struct arrival_token {};
	__SMEMLINT_CG static void sync() { __syncthreads(); }
	__SMEMLINT_CG static arrival_token barrier_arrive() { return arrival_token(); }
	__SMEMLINT_CG static void barrier_wait(arrival_token &&) { __syncthreads(); }
	__SMEMLINT_CG static void barrier_wait() { __syncthreads(); }
	__SMEMLINT_CG static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
	__SMEMLINT_CG static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__SMEMLINT_CG static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
	__SMEMLINT_CG static dim3 group_dim() { return dim_threads(); }
	__SMEMLINT_CG static unsigned int thread_rank() {
		return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	}
	__SMEMLINT_CG static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
	__SMEMLINT_CG static unsigned int size() { return num_threads(); }
};
__SMEMLINT_CG thread_block this_thread_block() { return thread_block(); }
template <unsigned int __max_block_size = 1024> struct block_tile_memory { char scratch[__max_block_size / 32 * 8 + 64]; };
template <unsigned int __n> __SMEMLINT_CG thread_block this_thread_block(block_tile_memory<__n> &) { return thread_block(); }

struct grid_group {
	typedef unsigned int arrival_token;
	__SMEMLINT_D bool is_valid() const;
	__SMEMLINT_D void sync() const;
	__SMEMLINT_CG static dim3 dim_threads() { return thread_block::dim_threads(); }
	__SMEMLINT_CG static dim3 thread_index() { return thread_block::thread_index(); }
	__SMEMLINT_D arrival_token barrier_arrive() const;
	__SMEMLINT_D void barrier_wait(arrival_token &&) const;
	__SMEMLINT_CG static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	__SMEMLINT_CG static dim3 group_dim() { return dim_blocks(); }
	__SMEMLINT_CG static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__SMEMLINT_CG static unsigned long long num_blocks() {
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	__SMEMLINT_CG static unsigned long long block_rank() {
		return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	}
	__SMEMLINT_D static dim3 dim_clusters();
	__SMEMLINT_D static dim3 cluster_index();
	__SMEMLINT_D static unsigned long long num_clusters();
	__SMEMLINT_D static unsigned long long cluster_rank();
	__SMEMLINT_CG static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
	__SMEMLINT_CG static unsigned long long size() { return num_threads(); }
	__SMEMLINT_CG static unsigned long long thread_rank() {
		return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
	}
};
__SMEMLINT_CG grid_group this_grid() { return grid_group(); }

struct cluster_group {
	struct arrival_token {};
	__SMEMLINT_D static void sync();
	__SMEMLINT_D static arrival_token barrier_arrive();
	__SMEMLINT_D static void barrier_wait();
	__SMEMLINT_D static void barrier_wait(arrival_token &&);
	__SMEMLINT_D static unsigned int query_shared_rank(const void *);
	template <class __T> __SMEMLINT_D static __T *map_shared_rank(__T *__p, int __rank) {
		return (__T *)__cluster_map_shared_rank(__p, __rank);
	}
	__SMEMLINT_D static dim3 block_index();
	__SMEMLINT_D static dim3 thread_index();
	__SMEMLINT_D static dim3 dim_blocks();
	__SMEMLINT_D static dim3 dim_threads();
	__SMEMLINT_D static unsigned int block_rank();
	__SMEMLINT_D static unsigned int thread_rank();
	__SMEMLINT_D static unsigned int num_blocks();
	__SMEMLINT_D static unsigned int num_threads();
	__SMEMLINT_D static unsigned int size();
};
__SMEMLINT_CG cluster_group this_cluster() { return cluster_group(); }

/* the active lanes, which are not known */
struct coalesced_group {
	__SMEMLINT_CG void sync() const { __syncwarp(); }
	__SMEMLINT_D unsigned int num_threads() const;
	__SMEMLINT_D unsigned int thread_rank() const;
	__SMEMLINT_D unsigned int meta_group_rank() const;
	__SMEMLINT_D unsigned int meta_group_size() const;
	__SMEMLINT_D unsigned int get_mask() const;
	__SMEMLINT_CG unsigned int size() const { return num_threads(); }
	template <class __T> __SMEMLINT_D __T shfl(__T, int) const;
	template <class __T> __SMEMLINT_D __T shfl_up(__T, unsigned int) const;
	template <class __T> __SMEMLINT_D __T shfl_down(__T, unsigned int) const;
	__SMEMLINT_D int any(int) const;
	__SMEMLINT_D int all(int) const;
	__SMEMLINT_D unsigned int ballot(int) const;
	template <class __T> __SMEMLINT_D unsigned int match_any(__T) const;
	template <class __T> __SMEMLINT_D unsigned int match_all(__T, int &) const;
};
__SMEMLINT_D coalesced_group coalesced_threads();

/* numbers: by the warp's function; records: only declared */
#define __SMEMLINT_CG_SHUFFLE(name, function, Lane) \
	template <class __T> __SMEMLINT_CG typename __smemlint_if<__is_arithmetic(__T), __T>::type name(__T __v, Lane __lane) const { \
		return function(0xffffffff, __v, __lane, __n); \
	} \
	template <class __T> __SMEMLINT_D typename __smemlint_if<!__is_arithmetic(__T), __T>::type name(__T __v, Lane __lane) const;

/* up to a warp, consecutive threads of the block */
template <unsigned int __n, class __Parent = void> struct thread_block_tile {
	thread_block_tile() = default;
	template <class __Other> __SMEMLINT_CG thread_block_tile(const thread_block_tile<__n, __Other> &) {}
	__SMEMLINT_CG static void sync() {
		if (__n <= 32)
			__syncwarp();
		else
			__syncthreads();
	}
	__SMEMLINT_CG static unsigned int thread_rank() { return thread_block::thread_rank() % __n; }
	__SMEMLINT_CG static constexpr unsigned int num_threads() { return __n; }
	__SMEMLINT_CG static constexpr unsigned int size() { return __n; }
	__SMEMLINT_CG static unsigned int meta_group_rank() {
		return thread_block::thread_rank() % parent_size() / __n;
	}
	__SMEMLINT_CG static unsigned int meta_group_size() { return (parent_size() + __n - 1) / __n; }
	__SMEMLINT_CG_SHUFFLE(shfl, __shfl_sync, int)
	__SMEMLINT_CG_SHUFFLE(shfl_up, __shfl_up_sync, unsigned int)
	__SMEMLINT_CG_SHUFFLE(shfl_down, __shfl_down_sync, unsigned int)
	__SMEMLINT_CG_SHUFFLE(shfl_xor, __shfl_xor_sync, unsigned int)
	__SMEMLINT_D int any(int) const;
	__SMEMLINT_D int all(int) const;
	__SMEMLINT_D unsigned int ballot(int) const;
	template <class __T> __SMEMLINT_D unsigned int match_any(__T) const;
	template <class __T> __SMEMLINT_D unsigned int match_all(__T, int &) const;
private:
	template <class __P, int __dummy> struct parent {
		__SMEMLINT_CG static unsigned int size() { return __P::size(); }
	};
	template <int __dummy> struct parent<void, __dummy> {
		__SMEMLINT_CG static unsigned int size() { return thread_block::size(); }
	};
	__SMEMLINT_CG static unsigned int parent_size() { return parent<__Parent, 0>::size(); }
};
template <unsigned int __n, class __Parent> __SMEMLINT_CG thread_block_tile<__n, __Parent> tiled_partition(const __Parent &) {
	return thread_block_tile<__n, __Parent>();
}
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
}
__SMEMLINT_CG thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

/* a group whose kind is known at run time only */
struct thread_group {
	unsigned int __threads; /* 0: the block */
	thread_group() = default;
	__SMEMLINT_CG thread_group(const thread_block &) : __threads(0) {}
	__SMEMLINT_CG thread_group(const grid_group &);
	__SMEMLINT_CG thread_group(const coalesced_group &);
	template <unsigned int __n, class __P> __SMEMLINT_CG thread_group(const thread_block_tile<__n, __P> &) : __threads(__n) {}
	__SMEMLINT_CG void sync() const {
		if (__threads != 0 && __threads <= 32)
			__syncwarp();
		else
			__syncthreads();
	}
	__SMEMLINT_CG unsigned long long size() const { return __threads ? __threads : thread_block::size(); }
	__SMEMLINT_CG unsigned long long num_threads() const { return size(); }
	__SMEMLINT_CG unsigned long long thread_rank() const { return thread_block::thread_rank() % size(); }
};
__SMEMLINT_CG thread_group tiled_partition(const thread_group &, unsigned int __n) {
	thread_group __group;
	__group.__threads = __n;
	return __group;
}
__SMEMLINT_D coalesced_group tiled_partition(const coalesced_group &, unsigned int);
template <class __Group> __SMEMLINT_D coalesced_group binary_partition(const __Group &, bool);
template <class __Group, class __T> __SMEMLINT_D coalesced_group labeled_partition(const __Group &, __T);

template <class __Group> __SMEMLINT_CG void sync(const __Group &__group) { __group.sync(); }
template <class __Group> __SMEMLINT_CG unsigned long long thread_rank(const __Group &__group) { return __group.thread_rank(); }
template <class __Group> __SMEMLINT_CG unsigned long long group_size(const __Group &__group) { return __group.size(); }
}
#include <cooperative_groups/reduce.h>
