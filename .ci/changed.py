#!/usr/bin/env python3
"""Names the clauses that the changes since a commit touch: .ci/changed.py [COMMIT], without one those that are not committed.

The first line is a list for .ci/prove. A clause is touched directly by its row, its scenario or its defect. A step, a check or a part of
the server touches many: of these one clause of each group is named, and of all where nobody can be named who uses it, such as the
runner's code, an oracle or a dialect. Reasons go to the error stream.
"""
import csv
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLAUSE = re.compile(r"\b([A-Z]{3}-[1-9][0-9]?)\b")
STEPS, SERVER = ROOT / "steps", ROOT / "reference-server"
DEFINITIONS = STEPS / "judge/src/main/java/dev/samekey/steps/judge/definitions"
DEFECTS = SERVER / "src/main/java/dev/samekey/defects"
HOPS = 2


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True).stdout


def judged():
    """Each clause that servers keep, with what it needs: the proof of clients has a command of its own."""
    groups = {tag for file in FEATURES for tag in re.findall(r"@([A-Z]{3})-", file.read_text())}
    rows = csv.DictReader((ROOT / "features/contract/clauses.csv").open())
    return {row["id"]: row["needs"] for row in rows if row["id"][:3] in groups}


FEATURES = [file for file in sorted((ROOT / "features").glob("*.feature")) if file.stem not in ("client", "budget")]


def changed_lines(file, since):
    """The numbers of the lines that are new or changed, or that stand before deleted ones."""
    for at, count in re.findall(r"^@@ .*\+(\d+)(?:,(\d+))? @@", git("diff", "-U0", since, "--", file), re.M):
        yield from range(int(at), int(at) + max(1, int(count or 1)))


def tags(lines, number):
    """The clause of the scenario that a line is in: its tag stands before it, or follows if the line is a tag's own."""
    for line in reversed(lines[:number]):
        if line.strip().startswith("@") or line.strip().startswith("Scenario"):
            found = CLAUSE.findall(line)
            if found or line.strip().startswith("@"):
                return found
    return []


def pattern(phrase):
    """What a Cucumber expression may become: parameters and optional text are anything, words with a slash one of two."""
    text = re.sub(r"\{\w+\}", "\0", phrase)
    text = re.sub(r"\([^)]*\)", "\1", text)
    words = ["(?:" + "|".join(map(re.escape, word.split("/"))) + ")" for word in text.split(" ")]
    return re.compile(" ".join(words).replace("\0", ".*").replace("\\\0", ".*").replace("\1", ".*").replace("\\\1", ".*") + "$")


def of_steps(definition):
    phrases = [pattern(text) for text in re.findall(r'@(?:Given|When|Then)\(\s*"([^"]+)"', definition.read_text())]
    for feature in FEATURES:
        lines = feature.read_text().splitlines()
        for number, line in enumerate(lines, 1):
            step = re.match(r"\s*(?:Given|When|Then|And) (.*)", line)
            if step and any(phrase.match(step[1]) for phrase in phrases):
                yield from tags(lines, number)


def users(names, among):
    word = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    return [file for file in among if file.stem not in names and word.search(file.read_text())]


def is_main(file):
    return "/src/main/" in file.as_posix()


def through(file, room, ends):
    """The files of a folder that use a class, or use one that uses it."""
    names, everything = {file.stem}, [source for source in sorted(room.rglob("*.java")) if is_main(source)]
    for _ in range(HOPS):
        found = users(names, sorted(ends.rglob("*.java")))
        if found:
            return found
        names |= {user.stem for user in users(names, everything)}
    return []


def touched(path, since):
    """The clauses that a file touches directly, and those that it touches among others."""
    file = ROOT / path
    if path == "features/contract/clauses.csv" and file.exists():
        lines = file.read_text().splitlines()
        return [lines[number - 1].split(",")[0] for number in changed_lines(path, since)], []
    if file in FEATURES:
        lines = file.read_text().splitlines()
        return [tag for number in changed_lines(path, since) for tag in tags(lines, number)], []
    if re.match(r"(oracles|seeds)/src/main/|features/contract/", path):
        return [], judged()
    if not file.exists() or file.suffix != ".java" or not is_main(file):
        return [], []
    if DEFECTS in file.parents:
        return re.findall(r'"([A-Z]{3}-\d+)"', file.read_text()), []
    if file.parent == DEFINITIONS:
        return [], list(of_steps(file))
    if STEPS in file.parents:
        return [], [tag for user in through(file, STEPS, DEFINITIONS) for tag in of_steps(user)] or judged()
    if SERVER in file.parents:
        defects = through(file, SERVER, DEFECTS)
        return [], [tag for defect in defects for tag in re.findall(r'"([A-Z]{3}-\d+)"', defect.read_text())] or judged()
    return [], []


def main():
    since = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    paths = git("diff", "--name-only", since).splitlines() + git("ls-files", "--others", "--exclude-standard").splitlines()
    needs, chosen = judged(), set()
    known = list(needs)
    for path in paths:
        if "/client/" in path:
            print(f"{path}: not looked at; see the proof of clients in CONTRIBUTING.md", file=sys.stderr)
            continue
        direct, among = touched(path, since)
        direct = sorted(set(direct) & set(known), key=known.index)
        among = sorted(set(among) & set(known), key=known.index)
        # For a derived one all others would run.
        first = list({clause[:3]: clause for clause in reversed(among) if needs[clause] != "verdicts"}.values())
        chosen |= {*direct, *first}
        if direct or among:
            more = f" (of {len(among)}, one of each group)" if len(among) > len(first) else ""
            print(f"{path}: {', '.join(sorted({*direct, *first}, key=known.index))}{more}", file=sys.stderr)
    print(",".join(sorted(chosen, key=known.index)))


main()
