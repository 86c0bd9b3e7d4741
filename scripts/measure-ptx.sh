#!/bin/sh
# Measures kernels whose PTX does not come from nvcc (testdata/measured/ptx/kernels.py), on a machine with a GPU.
#
#   scripts/measure-ptx.sh [-o FOLDER] [CASE ...]
#
# FOLDER (build/measured-ptx): gets lines.tsv, one row for each kernel, source line and kind of access; ptx/, what the
# compilers wrote; raw/, the profiler's exports and the disassembly.  To keep them: copy lines.tsv and those files of
# ptx/ that it names to testdata/measured/ptx/.
#
# Needs ncu, nvdisasm, ptxas (CUDA toolkit, Nsight Compute), python3 with PyTorch and Triton (Numba and CuPy for two
# cases), and permission to read the GPU's counters.  Exit status: 0, or 1 if a case could not be measured.
set -u

here=$(cd "$(dirname "$0")" && pwd)
out=$here/../build/measured-ptx
while getopts o: option; do
	case $option in
	o) out=$OPTARG ;;
	*) sed -n 's/^# \{0,1\}//; 2,5p' "$0" >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
rm -rf "$out/raw" "$out/ptx" "$out/lines.tsv"
mkdir -p "$out/raw" "$out/ptx" || exit 2

{
	printf '# gpu: '; nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1
	printf '# versions: '; python3 -c 'import torch, triton; print("torch", torch.__version__, "triton", triton.__version__)'
	printf '# ncu: '; ncu --version | sed -n 's/^Version //p'
	printf '# date: '; date -u +%Y-%m-%d
} >"$out/raw/header"

bad=0
ncu --set none --section SourceCounters --import-source no --profile-from-start off --clock-control none \
	--force-overwrite --export "$out/raw/report" python3 "$here/../testdata/measured/ptx/run.py" "$out/raw" "$@" || bad=1
ncu --import "$out/raw/report.ncu-rep" --page source --print-source sass --csv >"$out/raw/code.csv" || bad=1
ncu --import "$out/raw/report.ncu-rep" --page raw --print-kernel-base mangled --csv >"$out/raw/launches.csv" || bad=1
for cubin in "$out"/raw/*.cubin; do
	nvdisasm -gi -c "$cubin" >"${cubin%.cubin}.sass" || bad=1
done
mv "$out"/raw/*.ptx "$out/ptx/"
python3 "$here/measured_ptx.py" "$out" || bad=1
exit $bad
