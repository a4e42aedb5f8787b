#!/usr/bin/env python3
"""counts.py LINES BRANCHES PREFIX GCOV FOLDER...: prints the coverage of the sources with names that begin with PREFIX,
from the counters in the folders: a table, and the lines and branches that were not reached. With BRANCHES 0 it lists
lines only. Fails if less than LINES per cent of the lines or BRANCHES per cent of the branches were reached.

A source may be compiled many times with different options. A line has run if it has run in any of the programs. The
branches of a line are merged between programs in which the line has the same number of branches, by their order.
"""
import glob, re, shlex, subprocess, sys
from collections import defaultdict

BRANCH = re.compile(r"branch +(\d+) (?:taken (-?\d+)|never executed)")


WRITTEN = {"cl/problem.h"}  # the host generates another page for each plan


class Counts:
    def __init__(self):
        self.lines = defaultdict(int)         # line: how often it ran
        self.branches = defaultdict(list)     # (line, how many branches): how often each was taken

    def add_branches(self, line, taken):
        kept = self.branches.setdefault((line, len(taken)), [0] * len(taken))
        for i, n in enumerate(taken):
            kept[i] += n


def read(gcov, folder):
    """Returns {source: Counts} from all counters in and below the folder."""
    sources, counts, line, taken = defaultdict(Counts), None, 0, []
    data = glob.glob(f"{folder}/**/*.gcda", recursive=True)
    text = subprocess.run([*shlex.split(gcov), "-b", "-c", "-t", *data], capture_output=True, text=True).stdout if data \
        else ""

    def end_line():
        if taken:
            counts.add_branches(line, taken)
        taken.clear()

    for row in text.splitlines():
        if row.startswith("branch"):
            taken.append(int(BRANCH.match(row)[2] or 0))
            continue
        fields = row.split(":", 2)
        if len(fields) < 3 or not fields[1].strip().isdigit():
            continue
        end_line()
        count, line = fields[0].strip().rstrip("*"), int(fields[1])
        if line == 0:
            if fields[2].startswith("Source:"):
                counts = sources[fields[2][len("Source:"):]]
        elif count == "#####" or count.lstrip("-").isdigit():
            counts.lines[line] += 0 if count == "#####" else int(count)
    end_line()
    return sources


def functions(path):
    """Yields (first line, last line, name, enclosing preprocessor conditions) of each function."""
    conditions, begin, name = [], 0, ""
    for number, line in enumerate(open(path), 1):
        if re.match(r"#if", line):
            conditions.append(line)
        elif re.match(r"#el", line):
            conditions[-1] = line
        elif re.match(r"#endif", line):
            conditions.pop()
        head = re.match(r"(?:static|kernel|CLSCAN_)[^;={}]*?\b(clscan_\w+)\(", line)
        if head:
            begin, name = number, head[1]
        if line == "}\n" and begin:
            yield begin, number, name, "".join(conditions)
            begin = 0


def uncompiled(path, lines):
    """Yields the first lines of functions that no program has compiled. Functions for NVIDIA's compiler only (PTX and
    its alternatives) are printed and not counted."""
    for begin, end, name, conditions in functions(path):
        if any(line in lines for line in range(begin, end + 1)):
            continue
        if re.search("PTX|cl_nv_", conditions):
            print(f"not counted, as it is for NVIDIA's compiler alone: {path}:{begin} {name}")
        else:
            yield begin


def percent(part, whole):
    return 100 * part / whole if whole else 100


def row(name, lines_run, lines, taken, branches):
    print(f"{name:34} {lines_run:5} of {lines:5} lines {percent(lines_run, lines):6.1f} %  "
          f"{taken:5} of {branches:5} branches {percent(taken, branches):6.1f} %")


def main():
    lines_least, branches_least, prefix, gcov, *folders = sys.argv[1:]
    all_, missing = [0] * 4, []
    for folder in folders:
        sources = read(gcov, folder)
        if prefix == "cl/":
            for path in glob.glob("cl/**/*.*", recursive=True):
                sources[path]  # adds files that no program has compiled
        for name in sorted(s for s in sources if s.startswith(prefix) and s not in WRITTEN):
            c = sources[name]
            if name.endswith((".cl", ".h")) and prefix == "cl/":
                c.lines.update(dict.fromkeys(uncompiled(name, c.lines), 0))
            taken = [n for b in c.branches.values() for n in b]
            numbers = [sum(n != 0 for n in c.lines.values()), len(c.lines), sum(n != 0 for n in taken), len(taken)]
            row(name, *numbers)
            all_ = [a + n for a, n in zip(all_, numbers)]
            missing += [f"{name}:{line} has not run" for line, n in sorted(c.lines.items()) if n == 0]
            if float(branches_least):
                missing += [f"{name}:{line} has branches that were not taken: {b}"
                            for (line, _), b in sorted(c.branches.items()) if 0 in b and c.lines.get(line)]
    row("all", *all_)
    enough = all_[1] and percent(all_[0], all_[1]) >= float(lines_least) and \
        percent(all_[2], all_[3]) >= float(branches_least)
    print("\n".join(missing))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
