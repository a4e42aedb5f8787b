#!/bin/sh
# workflows.sh ROOT: each workflow of .github/workflows/ is well formed, and the project's scripts that it runs exist.
# Jobs run in containers of Debian or Ubuntu, and have a limit of time. A push runs `tools/check quick`, and the schedule
# runs `tools/check`. If actionlint is installed, it checks the workflows too.
set -eu
cd "$1"
for python in python3 /usr/bin/python3 ''; do
    [ -n "$python" ] || { echo "no PyYAML" && exit 77; }
    ! "$python" -c 'import yaml' 2>/dev/null || break
done
"$python" -B - .github/workflows/*.yml <<'END'
import os, re, subprocess, sys
import yaml

KEYS = {"name", "on", "permissions", "concurrency", "env", "defaults", "jobs"}
JOB = {"name", "needs", "permissions", "strategy", "runs-on", "container", "timeout-minutes", "continue-on-error", "env",
       "if", "steps"}
STEP = {"name", "id", "if", "uses", "with", "run", "env", "shell", "working-directory", "timeout-minutes",
        "continue-on-error"}
wrong = 0


def check(condition, path, what):
    global wrong
    if not condition:
        print(f"{path}: {what}")
        wrong += 1


def images(job):
    """Returns the images of a job, whose name may come from its matrix."""
    image = job.get("container", {}).get("image", "none")
    name = re.fullmatch(r"\$\{\{ matrix\.(\w+) \}\}", image)
    return job["strategy"]["matrix"][name[1]] if name else [image]


def check_step(path, step):
    check(not set(step) - STEP, path, f"a step has {sorted(set(step) - STEP)}")
    check(("run" in step) != ("uses" in step), path, f"a step has not one of run and uses: {step}")
    check("uses" not in step or re.fullmatch(r"[\w/-]+@v\d+", step["uses"]), path, f"no version: {step.get('uses')}")
    script = step.get("run", "")
    shell = subprocess.run(["sh", "-n"], input=re.sub(r"\$\{\{.*?\}\}", "x", script), text=True, capture_output=True)
    check(shell.returncode == 0, path, f"no shell script: {script}: {shell.stderr}")
    for tool in re.findall(r"(?:^|[\s;&|])\.?/?(tools/[\w-]+)", script):
        check(os.access(tool, os.X_OK), path, f"no script {tool}")


def check_job(path, name, job):
    check(not set(job) - JOB, path, f"job {name} has {sorted(set(job) - JOB)}")
    check("runs-on" in job and job.get("steps"), path, f"job {name} has no runner or no steps")
    check(isinstance(job.get("timeout-minutes"), int), path, f"job {name} has no limit of time")
    check(all(re.match(r"(debian|ubuntu):\d", i) for i in images(job)), path, f"job {name} has images {images(job)}")
    for step in job.get("steps", []):
        check_step(path, step)


def read(path):
    try:
        with open(path) as file:
            return yaml.safe_load(file)
    except yaml.YAMLError as error:
        check(False, path, f"no YAML: {error}")
        return {}


runs = set()
for path in sys.argv[1:]:
    workflow = read(path)
    events = workflow.get("on", workflow.get(True, {}))  # YAML 1.1 reads the key `on` as true
    keys = {"on" if key is True else key for key in workflow}
    check(keys <= KEYS and {"name", "on", "jobs"} <= keys, path, f"has the keys {sorted(keys)}")
    for name, job in workflow.get("jobs", {}).items():
        check_job(path, name, job)
        for step in job.get("steps", []):
            for event in events:
                if "event_name" not in step.get("if", "") or (event == "push") == ("== 'push'" in step["if"]):
                    runs.add((event, step.get("run")))
    for cron in events.get("schedule", []) if isinstance(events, dict) else []:
        check(re.fullmatch(r"(\d+ ){2}(\S+ ){2}\S+", cron["cron"]), path, f"no daily schedule: {cron}")
check(("push", "tools/check quick") in runs, "the workflows", "a push does not run tools/check quick")
check(("schedule", "tools/check") in runs, "the workflows", "the schedule does not run tools/check")
sys.exit(wrong > 0)
END
if command -v actionlint >/dev/null; then actionlint .github/workflows/*.yml; fi
