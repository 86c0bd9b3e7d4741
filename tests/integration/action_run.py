"""Runs the steps of a composite action as a runner would: action_run.py ACTION.yml [INPUT=VALUE]...

SERVER is the address of what stands for GitHub.  Prints what the steps print, then the action's outputs, and ends with the status of the step that failed."""
import os
import re
import subprocess
import sys
import tempfile

import yaml


def main():
    action = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
    inputs = {name: str(row.get("default", "")) for name, row in action["inputs"].items()}
    for word in sys.argv[2:]:
        name, value = word.split("=", 1)
        inputs[name] = value if name in inputs else sys.exit(f"no input {name}")
    context = {"github.action_path": os.path.dirname(os.path.abspath(sys.argv[1])), "github.server_url": os.environ["SERVER"],
               "github.action_repository": "OWNER/smemlint"}
    context.update({f"inputs.{name}": value for name, value in inputs.items()})

    def evaluate(text):
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda m: context[m.group(1)], text)

    with tempfile.TemporaryDirectory() as temporary:
        status = 0
        for step in action["runs"]["steps"]:
            output, path = (os.path.join(temporary, name) for name in ("output", "path"))
            open(output, "w").close(), open(path, "w").close()
            env = {**os.environ, **{name: evaluate(value) for name, value in step["env"].items()},
                   "GITHUB_OUTPUT": output, "GITHUB_PATH": path, "RUNNER_TEMP": temporary}
            status = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", evaluate(step["run"])], env=env).returncode
            for line in open(output, encoding="utf-8"):
                name, value = line.rstrip("\n").split("=", 1)
                context[f"steps.{step['id']}.outputs.{name}"] = value
            os.environ["PATH"] = "".join(line.rstrip("\n") + ":" for line in open(path)) + os.environ["PATH"]
            if status:
                break
        for name, row in action["outputs"].items():
            value = re.sub(r"\$\{\{ *(.*?) *\}\}", lambda m: context.get(m.group(1), ""), row["value"])
            print(f"output {name}={value}")
    return status


sys.exit(main())
