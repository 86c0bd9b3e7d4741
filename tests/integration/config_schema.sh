#!/usr/bin/env bash
# The schema of .smemlint.yaml accepts and refuses what the program does.  The texts are JSON, which YAML includes.
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3
python3 -c 'import jsonschema' 2>/dev/null || skip "python3 has no jsonschema here"

start_scratch
python3 -B - docs/users/configuration.schema.json "$SMEMLINT" "$SCRATCH/.smemlint.yaml" <<'END' || fail "see above"
import json, subprocess, sys
from jsonschema import Draft7Validator as Validator

schema_path, program, path = sys.argv[1:]
schema = json.load(open(schema_path, encoding="utf-8"))
Validator.check_schema(schema)

# key: (accepted values, refused ones)
VALUES = {
    "checks": (["*", "-*,smem-bank-*", ["smem-runtime-stride", "-smem-data-dependent"]], [{"a": 1}, [["*"]]]),
    "severity": ([{}, {"smem-bank-*": "error", "smem-data-dependent": "note"}], ["error", [], {"smem-*": "eror"}, {"smem-*": ["note"]}]),
    "min-ways": ([2, 32], [1, 33, -4, "x", [4], {"n": 4}, 2.5, True]),
    "fail-level": (["note", "warning", "error"], ["never", 1, ["note"]]),
    "arch": (["sm_90", "sm_100a", "sm_120f"], ["90", "sm_9", "sm_90b", "sm_1000", 90, ["sm_90"]]),
    "blocks": ([{}, {"k*": 256, "l": [32, 8], "m": "32, 8, 2"}],
               [[], "32", {"k": "x"}, {"k": [1, 2, 3, 4]}, {"k": {"x": 1}}, {"k": 0}, {"k": 1025}, {"k": []}]),
    "assume": (["n == 4", ["n == 4", "pitch % 32 == 0"]], [{"n": 4}, [["n == 4"]]]),
    "cuda-path": (["none", "/usr/local/cuda"], ["", ["none"], {"a": "b"}]),
    "prefer": (["occupancy", "memory", "simplicity"], ["speed", 1, ["memory"]]),
    "codegen": ([], ["always", 1, ["auto"]]),  # in the user's own configuration only
    "compilers": ([], [{"a": "b"}, [[]]]),  # in the user's own configuration only
    "remote-cache": ([], ["", ["redis://host"], {"a": "b"}]),  # the same
    "ignore": (["third_party/", ["*.gen.cu", "!ours.gen.cu"]], [{"a": "b"}, [["x"]]]),
    "libraries": ([["third_party/", "!ours/"]], [{"a": "b"}, [["x"]]]),
    "inherit": ([True, False], ["yes", 1, []]),
    "no-such-key": ([], [1]),
}
wrong = []


def accepts(document):
    text = json.dumps(document).replace(": null}", ":}")  # no value; "null" is a word
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run([program, "--verify-config", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return run.returncode == 0


def expect(document, wanted):
    if accepts(document) != wanted:
        wrong.append(f"the program {'refuses' if wanted else 'accepts'} {document}")
    if Validator(schema).is_valid(document) != wanted:
        wrong.append(f"the schema {'refuses' if wanted else 'accepts'} {document}")


for key, (good, bad) in VALUES.items():
    for value in good:
        expect({key: value}, True)
    for value in bad:
        expect({key: value}, False)
    expect({key: None}, False)
for document in ([], "x", 1):
    expect(document, False)
wrong += [f"no value of '{key}' is tried" for key in schema["properties"].keys() - VALUES.keys()]

listed = subprocess.run([program, "--list-checks"], stdout=subprocess.PIPE, check=True).stdout.decode()
rules = [line.split()[0] for line in listed.splitlines() if line.startswith("smem")]
if rules != schema["definitions"]["rule"]["enum"]:
    wrong.append("the schema's rules are not those of --list-checks")
print("\n".join(wrong))
sys.exit(bool(wrong))
END
