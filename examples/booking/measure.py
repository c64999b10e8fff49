#!/usr/bin/env python3
"""Judges the booking API once for each defect, by the clauses that could see it, and says which of them broke.

  measure.py [--jar FILE] [--strength N] [NAME ...]

Without names: the clean server by all these clauses, then each defect of defects.csv. Exit code 0: the clean server raised no
alarm, and what was caught is what expected.txt says (of the names that were given); 1: something differs; 2: nothing was judged.
"""
import argparse, csv, http.client, json, os, socket, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT_SECONDS = 900


def free_port():
    """The first of two neighbours that are both free: the second replica listens on the next port."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            try:
                other.bind(("127.0.0.1", port + 1))
                return port
            except (OSError, OverflowError):
                continue


def await_server(port, server):
    for _ in range(100):
        if server.poll() is not None:
            sys.exit(f"measure.py: the server ended with code {server.returncode}")
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
            connection.request("GET", "/sandbox/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit(f"measure.py: no answer from http://127.0.0.1:{port}/sandbox/health within 10 s")


def judged(jar, name, clauses, strength):
    port = free_port()
    command = [sys.executable, os.path.join(HERE, "server.py"), "--port", str(port)]
    if name != "clean":
        command += ["--defect", name]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_server(port, server)
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "report")
            run = ["java", "-jar", jar, "verify", "--quiet", "--target", os.path.join(HERE, "target.yaml"), "--out", out]
            run += ["--url", f"http://127.0.0.1:{port}", "--url", f"http://127.0.0.1:{port + 1}"]
            run += ["--clauses", ",".join(clauses)] + (["--strength", str(strength)] if strength > 1 else [])
            ended = subprocess.run(run, capture_output=True, text=True, timeout=LIMIT_SECONDS)
            if ended.returncode not in (0, 1):
                sys.exit(f"measure.py: {name}: {ended.stdout[-500:]}{ended.stderr[-500:]}")
            with open(os.path.join(out, "verdict.json")) as file:
                verdict = json.load(file)
        return sorted(one["id"] for one in verdict["clauses"] if one["verdict"] == "BROKEN")
    finally:
        server.terminate()
        server.wait(10)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jar", default=os.path.join(HERE, "../../reports/target/samekey.jar"))
    arguments.add_argument("--strength", type=int, default=1)
    arguments.add_argument("names", nargs="*", metavar="NAME")
    given = arguments.parse_args()
    if not os.path.exists(given.jar):
        sys.exit("measure.py: build first: mvn verify")
    with open(os.path.join(HERE, "defects.csv"), newline="") as file:
        defects = {row["name"]: row["clauses"].split() for row in csv.DictReader(file)}
    everything = {"clean": sorted({clause for clauses in defects.values() for clause in clauses}), **defects}
    unknown = [name for name in given.names if name not in everything]
    if unknown:
        sys.exit(f"measure.py: no such defect: {', '.join(unknown)} (known: {', '.join(everything)})")
    with open(os.path.join(HERE, "expected.txt")) as file:
        expected = dict(line.strip().split(": ", 1) for line in file if line.strip())
    differs = caught = 0
    names = given.names or list(everything)
    for name in names:
        broken = judged(given.jar, name, everything[name], given.strength)
        caught += name != "clean" and bool(broken)
        # Which of several clauses sees a race is chance; whether one does is not.
        foreseen = expected.get(name, "nothing")
        same = foreseen == "by chance" or bool(broken) == (foreseen != "nothing")
        differs += not same and given.strength == 1
        print(f"{name}: {' '.join(broken) or 'nothing'}{'' if same else f'   (expected: {foreseen})'}", flush=True)
    print(f"{caught} of {sum(name != 'clean' for name in names)} defects are caught")
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
