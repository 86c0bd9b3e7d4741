#!/usr/bin/env bash
# SARIF, checked by its own validator with the rules of GitHub's code scanning.  npm fetches the validator into the build folder.
set -euo pipefail
. "$(dirname "$0")/common.sh"
version=5.7.0
need npm python3
[ "$(uname -sm)" = "Linux x86_64" ] || skip "the validator is not for $(uname -sm)"

tools=$BUILD/tools/sarif-multitool-$version
validator=$tools/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
if [ ! -e "$tools/ready" ]; then
	mkdir -p "$tools"
	timeout 200 npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$tools" \
		"@microsoft/sarif-multitool-linux@$version" >"$tools/npm.log" 2>&1 || skip "npm cannot fetch the validator"
	chmod +x "$validator"
	touch "$tools/ready"
fi
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

complaints() { # FILE: what the validator has against it
	timeout 100 "$validator" validate "$1" --rule-kind 'Sarif;Ghas' --level Error --kind Fail --output "$1.found" --log ForceOverwrite \
		>"$1.log" 2>&1 || [ -e "$1.found" ] || fail "the validator: $(tail -3 "$1.log")"
	python3 -c '
import json, sys
for run in json.load(open(sys.argv[1], encoding="utf-8-sig"))["runs"]:
    for r in run.get("results", []):
        print(r["ruleId"], r["message"].get("text") or r["message"].get("arguments"))
    for i in run.get("invocations", []):
        for n in i.get("toolExecutionNotifications", []) + i.get("toolConfigurationNotifications", []):
            if n.get("level", "warning") == "error":
                print(n["message"].get("text"))' "$1.found"
}

start_scratch
"$SMEMLINT" --cuda-path none --output "sarif:$SCRATCH/all.sarif" testdata/rules/*/*.cu testdata/bad/*.cu testdata/fixes/*.cu \
	>/dev/null 2>&1 || [ $? -eq 3 ] || fail "no SARIF"
ends_with 0 "$SMEMLINT" --cuda-path none --output "sarif:$SCRATCH/clean.sarif" testdata/clean/layouts.cu
name="$SCRATCH/"$'\xc3\xa4 [%1]\x01.cu'
sed 's|float tile|/* \xf0\x9f\x98\x80 */ float tile|' testdata/examples/transpose.cu >"$name"
ends_with 1 "$SMEMLINT" --cuda-path none --output "sarif:$SCRATCH/odd.sarif" "$name"
ends_with 0 "$SMEMLINT" verify --cuda-path none --format sarif --ncu-report testdata/verify/multi.csv testdata/verify/multi.cu
echo "$output" >"$SCRATCH/verified.sarif"
for file in all clean odd verified; do
	is "$(complaints "$SCRATCH/$file.sarif")" ""
done

# That it judges at all.
python3 -c '
import json, sys
document = json.load(open(sys.argv[1]))
document["runs"][0]["results"][0]["locations"] = []
document["runs"][0]["tool"]["driver"]["rules"][0].pop("help")
json.dump(document, open(sys.argv[2], "w"))' "$SCRATCH/odd.sarif" "$SCRATCH/broken.sarif"
found=$(complaints "$SCRATCH/broken.sarif")
has "$found" "GH1015 ['runs[0].results[0]'"
has "$found" "GH2012 ['runs[0].tool.driver.rules[0]'"
