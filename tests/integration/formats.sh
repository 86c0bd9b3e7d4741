#!/usr/bin/env bash
# Outputs, read by others: XML by xmllint, JSON against its schema (docs/users/json.schema.json).
set -euo pipefail
. "$(dirname "$0")/common.sh"
need xmllint python3
python3 -c 'import jsonschema' 2>/dev/null || skip "python3 has no jsonschema here"

start_scratch
sources=(testdata/rules/*/*.cu testdata/bad/*.cu testdata/fixes/*.cu)
status=0
"$SMEMLINT" --cuda-path none --output "json:$SCRATCH/all.json" --output "junit:$SCRATCH/all.junit.xml" \
	--output "checkstyle:$SCRATCH/all.checkstyle.xml" "${sources[@]}" >"$SCRATCH/stdout" 2>"$SCRATCH/stderr" || status=$?
[ $status -eq 3 ] || fail "exit status $status: $(cat "$SCRATCH/stderr")"
[ ! -s "$SCRATCH/stdout" ] || fail "standard output: $(head "$SCRATCH/stdout")"

# A name that XML cannot hold as it is.
name="$SCRATCH/"$'a<b>&"\x01\xff\n.cu'
cp testdata/examples/transpose.cu "$name"
for format in junit checkstyle; do
	ends_with 1 "$SMEMLINT" --cuda-path none --output "$format:$SCRATCH/odd.$format.xml" "$name"
	ends_with 0 "$SMEMLINT" --cuda-path none --output "$format:$SCRATCH/clean.$format.xml" testdata/clean/layouts.cu
done
xmllint --noout "$SCRATCH"/*.xml || fail "this is not XML"
count() { xmllint --xpath "string(count($2))" "$SCRATCH/$1"; }
is "$(count all.junit.xml //failure)" "$(xmllint --xpath 'string(/testsuites/@failures)' "$SCRATCH/all.junit.xml")"
is "$(count all.junit.xml //error)" "$(xmllint --xpath 'string(/testsuites/@errors)' "$SCRATCH/all.junit.xml")"
is "$(count all.junit.xml //testcase)" "$(xmllint --xpath 'string(/testsuites/@tests)' "$SCRATCH/all.junit.xml")"
[ "$(count all.junit.xml //failure)" -gt 50 ] || fail "there are only $(count all.junit.xml //failure) failures"
is "$(count clean.junit.xml '//testcase[not(*)]')" 1
is "$(count clean.checkstyle.xml //error)" 0

"$SMEMLINT" facts --cuda-path none testdata/facts/*.cu >"$SCRATCH/facts.jsonl" 2>/dev/null || true
python3 - docs/users/json.schema.json "$SCRATCH/all.json" "$SCRATCH/facts.jsonl" <<'END' || fail "this does not follow the schema"
import json, sys
from jsonschema import Draft202012Validator as Validator
schema = json.load(open(sys.argv[1]))
Validator.check_schema(schema)
document = json.load(open(sys.argv[2]))
fact = Validator({"$ref": "#/$defs/fact", "$defs": schema["$defs"]})
facts = [json.loads(line) for line in open(sys.argv[3])]
bad = list(Validator(schema).iter_errors(document)) + [e for f in facts for e in fact.iter_errors(f)]
for error in bad[:10]:
    print(list(error.absolute_path), error.message, file=sys.stderr)
found = [d for f in document["files"] for d in f["diagnostics"]]
# The outputs have enough of everything.
enough = (len(facts) > 500 and any(d["fixes"] for d in found) and any(not x["safe"] for d in found for x in d["fixes"])
          and any(d["rule"] is None for d in found) and any(d["advice"] for d in found)
          and any(f["symbolic"] for f in facts) and any(f["merged"] for f in facts) and any(f["assumptions"] for f in facts))
if not enough:
    print("the sources show too little", file=sys.stderr)
document["files"][0]["more"] = 1
sys.exit(bool(bad) or not enough or Validator(schema).is_valid(document))
END
