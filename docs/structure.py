#!/usr/bin/env python3
"""Prints how large the code is: phrases of the features, types and lines of each module, the largest classes and methods.

Usage: docs/structure.py [FOLDER OF A CHECKOUT]
"""
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
MODULES = ["seeds", "oracles", "steps", "steps/model", "steps/drive", "steps/judge", "steps/author", "reference-server", "reports"]
PHRASE = re.compile(r'@(?:Given|When|Then)\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
STEP = re.compile(r"^ {4}(?:Given|When|Then|And|But) (.*)$")
TYPE = re.compile(r"^(?:public |final |abstract |sealed |non-sealed )*(?:class|record|interface|enum|@interface) (\w+)")
METHOD = re.compile(r"^ {4}(?! )(?!.*\b(?:class|record|enum|interface) \w)(?!return|throw|if|for|while|switch|try|static \{).*?(\w+)\(.*")


def main_files(module):
    return sorted((root / module / "src/main/java").rglob("*.java"))


def regex(phrase):
    """A Cucumber expression as a regular expression: loose, for counting who uses it."""
    out = re.escape(phrase)
    out = re.sub(r"\\{[a-zA-Z]+\\}", ".+", out)
    out = re.sub(r"\\\((.*?)\\\)", r"(?:\1)?", out)
    return re.compile("^" + re.sub(r"(\w+)/(\w+)", r"(?:\1|\2)", out) + "$")


phrases = sorted({p for f in [*main_files("steps"), *main_files("steps/judge")] for p in PHRASE.findall(f.read_text())})
scenarios = [
    [m.group(1) for m in map(STEP.match, block.splitlines()) if m]
    for f in sorted((root / "features").glob("*.feature"))
    for block in re.split(r"^ {2}Scenario(?: Outline)?:", f.read_text(), flags=re.M)[1:]
]
uses = collections.Counter()
for steps in scenarios:
    for phrase in phrases:
        uses[phrase] += any(regex(phrase).match(step) for step in steps)
print(f"{len(phrases)} phrases for {len(scenarios)} scenarios, {sum(n <= 1 for n in uses.values())} of them used by one only")
print()
print("module            types   lines")
sizes, methods = [], []
for module in filter(main_files, MODULES):
    lines = types = 0
    for file in main_files(module):
        text = file.read_text().splitlines()
        lines += len(text)
        types += sum(bool(TYPE.match(line)) for line in text)
        sizes.append((len(text), str(file.relative_to(root)).split("/java/")[1]))
        start = None
        for number, line in enumerate(text):
            if start is None and METHOD.match(line) and not line.rstrip().endswith(";"):
                start = (number, METHOD.match(line).group(1))
            elif start and line == "    }":
                methods.append((number - start[0] + 1, file.stem + "." + start[1]))
                start = None
            elif start and line.startswith("    ") and line.rstrip().endswith(";") and line[4:5] != " ":
                start = None
    print(f"{module:16} {types:6} {lines:7}")
for title, rows in (("largest files", sizes), ("longest methods", methods)):
    print()
    print(title)
    for length, name in sorted(rows, reverse=True)[:10]:
        print(f"{length:5}  {name}")
