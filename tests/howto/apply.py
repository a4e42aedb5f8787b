"""apply.py SOURCE COPY [--without N]: copies the tree SOURCE to the folder COPY, and changes the copy as the HowTos in
src/README.md and cl/README.md say. With --without, the N-th change is left out, counted from 1. Prints the changes.

A change is a block of code in a section "HowTo". The sentence before the block ends with the file and the place:

    `FILE`, a new file:
    `FILE`, after the line with `TEXT`:             also: before
    `FILE`, in place of the line with `TEXT`:

TEXT stands in one line of FILE only. In a README, lines from the HowTos on do not count. Files of the copy that already
have the right content are not written again, so that a second build has little to do."""
import os
import re
import sys

FOLDERS = ["cl", "include", "src", "tests", "tools"]
PLACE = re.compile(r"`([^`]+)`, (?:a new file|(after|before|in place of) the line with `([^`]+)`):$")


def tree(root):
    """Returns the content of every file of the tree, by its path."""
    paths = [name for name in os.listdir(root) if os.path.isfile(os.path.join(root, name)) and name != ".git"]
    for folder in FOLDERS:
        for at, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = [name for name in folders if name != "__pycache__"]
            paths += [os.path.relpath(os.path.join(at, name), root) for name in names]
    files = {}
    for path in paths:
        with open(os.path.join(root, path), "rb") as file:
            files[path] = file.read()
    return files


def changes(readme):
    """Yields the file, the place and the lines of each change in the HowTos of a README."""
    prose, block, indent, in_howto = [], None, 0, False
    for line in readme.splitlines(keepends=True):
        if block is not None and line.strip() == "```":
            match = PLACE.search(" ".join(line.strip() for line in prose).strip())
            if in_howto and not match:
                sys.exit("no place is named before this block:\n" + "".join(block))
            if in_howto:
                yield match.group(1), match.group(2), match.group(3), block
            prose, block = [], None
        elif block is not None:
            block.append(line[indent:] if line.strip() else "\n")
        elif line.strip().startswith("```"):
            block, indent = [], len(line) - len(line.lstrip())
        elif line.startswith("## "):
            prose, in_howto = [], line.startswith("## HowTo: ")
        else:
            prose.append(line)


def change(files, path, where, text, block):
    """Makes one change."""
    if where is None:
        if path in files:
            sys.exit(path + " exists already")
        files[path] = "".join(block).encode()
        return
    lines = files[path].decode().splitlines(keepends=True)
    howtos = [i for i, line in enumerate(lines) if line.startswith("## HowTo")] or [len(lines)]
    found = [i for i in range(howtos[0] if path.endswith(".md") else len(lines)) if text in lines[i]]
    if len(found) != 1:
        sys.exit("%d lines of %s have the text %s" % (len(found), path, text))
    first, last = {"before": (0, 0), "after": (1, 1), "in place of": (0, 1)}[where]
    lines[found[0] + first:found[0] + last] = block
    files[path] = "".join(lines).encode()


def write(root, files):
    """Makes the tree on disk have these files."""
    for path in set(tree(root) if os.path.isdir(root) else []) - set(files):
        os.remove(os.path.join(root, path))
    for path, content in files.items():
        full = os.path.join(root, path)
        if os.path.exists(full) and open(full, "rb").read() == content:
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(content)
        if content.startswith(b"#!"):
            os.chmod(full, 0o755)


def main():
    source, copy = sys.argv[1:3]
    without = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    files, number = tree(source), 0
    for readme in ["cl/README.md", "src/README.md"]:
        for path, where, text, block in list(changes(files[readme].decode())):
            number += 1
            print("%2d %s%s" % (number, path, " (left out)" if number == without else ""))
            if number != without:
                change(files, path, where, text, block)
    write(copy, files)


main()
