package dev.samekey.reports.diagnosis;

import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.contract.Mend;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The diagnosis of each shipped defect of a server, as if it were not known. */
record LeaveOneOut(List<Tried> all) {
    private static final int SHOWN = 3;

    /** @param cause the right one */
    private record Tried(ProvenDefect defect, Mend cause, List<Candidate> found) {
        /** 1 for the first of those that are shown; 0 where it is none of them. */
        int rank() {
            return 1 + found.stream().map(Candidate::mend).toList().indexOf(cause);
        }

        boolean isWithin(int most) {
            return rank() > 0 && rank() <= most;
        }

        boolean breaksMore() {
            return defect.pattern().broken().size() > 1;
        }
    }

    static LeaveOneOut shipped() {
        return of(ProvenDefect.shipped(), Consequences.shipped());
    }

    private static LeaveOneOut of(List<ProvenDefect> known, Consequences consequences) {
        return new LeaveOneOut(ProvenDefect.shipped().stream()
                .map(defect -> new Tried(
                        defect,
                        cause(defect),
                        diagnosed(
                                defect.pattern(),
                                known.stream()
                                        .filter(one -> !one.equals(defect))
                                        .toList(),
                                consequences)))
                .toList());
    }

    private static List<Candidate> diagnosed(
            BreakPattern pattern, List<ProvenDefect> known, Consequences consequences) {
        return new Diagnostician(Mend.shipped(), known, consequences).causesOf(pattern);
    }

    private static Mend cause(ProvenDefect defect) {
        return Mend.shipped().stream()
                .filter(mend -> mend.defects().contains(defect.name()))
                .findFirst()
                .orElseThrow();
    }

    /** For which share of the defects the right cause is among so many: 0 to 1. */
    double shareWithin(int most) {
        return count(one -> one.isWithin(most)) / (double) all.size();
    }

    private int count(Predicate<Tried> such) {
        return (int) all.stream().filter(such).count();
    }

    private LeaveOneOut those(Predicate<Tried> such) {
        return new LeaveOneOut(all.stream().filter(such).toList());
    }

    String page() {
        return """
                # How well causes are diagnosed

                A run ranks the [causes](clauses.md#how-to-mend) of its breaks by the pattern of its verdicts, and shows three at most. The score of a
                cause is the mean of two shares:

                - of the clauses that are broken and [follow from no other](report.md#cause-and-consequence), those that the cause usually breaks;
                - the likeness to a shipped defect of this cause, the most alike: of the clauses that both have judged and one has broken, those
                  that both have broken. [The matrix](defect-matrix.md) has these patterns. A clause that was not judged says nothing.

                A cause with less than a tenth of all scores is not shown. With two fifths of them it is *likely*, with a fifth *possible*, and else *less
                likely*.

                Each shipped defect of a server was diagnosed as if it were not known: its row was left out. What is the right cause was decided
                by the description of the defect, and stands with the causes in `features/contract/mends.yaml`. The figures are taken again
                with this command, which writes `reports/target/diagnosis.md`; a test fails where this page has others:

                    mvn test -pl reports -am -Dtest=DiagnosisDocTest -Dsurefire.failIfNoSpecifiedTests=false

                | diagnosis | defects | right cause first | among three |
                |---|---|---|---|
                %s

                These figures are too good for the servers of others. Causes, their clauses and the list of consequences were written with these
                defects in mind, and most of the defects break one clause alone. A server with several defects has a mixture of patterns. The
                defects of clients are not counted: each clause of a client has one cause. The limits of the words were chosen by the figures
                below.

                | word | shown | right |
                |---|---|---|
                %s

                ## Not first

                | defect | breaks | right cause | its place | first |
                |---|---|---|---|---|
                %s

                ## By cause

                | cause | defects | first | among three |
                |---|---|---|---|
                %s
                """.formatted(ways(), words(), wrong(), byCause());
    }

    private String ways() {
        LeaveOneOut byClausesAlone = of(List.of(), Consequences.shipped());
        return String.join(
                "\n",
                row("as it is", this),
                row("of these, what breaks several clauses", those(Tried::breaksMore)),
                row("by the usual clauses alone", byClausesAlone),
                row("of these, what breaks several clauses", byClausesAlone.those(Tried::breaksMore)),
                row("without the list of consequences", of(ProvenDefect.shipped(), Consequences.none())),
                mixed());
    }

    private static String row(String name, LeaveOneOut tried) {
        return "| %s | %d | %s | %s |"
                .formatted(name, tried.all.size(), percent(tried.shareWithin(1)), percent(tried.shareWithin(SHOWN)));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Each defect together with the one that stands half the matrix below it, where that has another cause. */
    private String mixed() {
        int half = all.size() / 2;
        List<Mixed> mixed = IntStream.range(0, half)
                .mapToObj(i -> Mixed.of(all.get(i), all.get(i + half)))
                .filter(two -> !two.one.cause.equals(two.other.cause))
                .toList();
        return "| two defects at once: one of the causes first, both among three | %d | %s | %s |"
                .formatted(mixed.size(), percent(mixed, Mixed::beginsWithOne), percent(mixed, Mixed::hasBoth));
    }

    private static String percent(List<Mixed> mixed, Predicate<Mixed> such) {
        return percent(mixed.stream().filter(such).count() / (double) mixed.size());
    }

    /** @param found for a server with both, when neither is known */
    private record Mixed(Tried one, Tried other, List<Mend> found) {
        static Mixed of(Tried one, Tried other) {
            BreakPattern first = one.defect.pattern();
            BreakPattern second = other.defect.pattern();
            Set<String> broken = new LinkedHashSet<>(first.broken());
            broken.addAll(second.broken());
            Set<String> held = new LinkedHashSet<>(first.held());
            held.addAll(second.held());
            held.removeAll(broken);
            List<ProvenDefect> known = ProvenDefect.shipped().stream()
                    .filter(defect -> !defect.equals(one.defect) && !defect.equals(other.defect))
                    .toList();
            return new Mixed(
                    one,
                    other,
                    diagnosed(new BreakPattern(broken, held), known, Consequences.shipped()).stream()
                            .map(Candidate::mend)
                            .toList());
        }

        boolean beginsWithOne() {
            return found.indexOf(one.cause) == 0 || found.indexOf(other.cause) == 0;
        }

        boolean hasBoth() {
            return found.contains(one.cause) && found.contains(other.cause);
        }
    }

    private String words() {
        return Stream.of(Sureness.values()).map(this::row).collect(Collectors.joining("\n"));
    }

    private String row(Sureness word) {
        long shown = all.stream()
                .flatMap(tried -> tried.found.stream())
                .filter(found -> found.sureness() == word)
                .count();
        int right = count(tried -> tried.found.stream()
                .anyMatch(found -> found.sureness() == word && found.mend().equals(tried.cause)));
        return "| %s | %d | %d (%s) |".formatted(word.word(), shown, right, percent(right / (double) shown));
    }

    private String wrong() {
        return all.stream()
                .filter(tried -> !tried.isWithin(1))
                .map(tried -> "| `%s` | %s | %s | %s | %s |"
                        .formatted(
                                tried.defect.name(),
                                String.join(" ", tried.defect.pattern().broken()),
                                link(tried.cause),
                                tried.rank() == 0 ? "not shown" : tried.rank(),
                                tried.found.isEmpty()
                                        ? "none"
                                        : link(tried.found.get(0).mend())))
                .collect(Collectors.joining("\n"));
    }

    private String byCause() {
        return Mend.shipped().stream()
                .map(cause -> those(tried -> tried.cause.equals(cause)))
                .filter(tried -> !tried.all.isEmpty())
                .map(tried -> "| %s | %d | %d | %d |"
                        .formatted(
                                link(tried.all.get(0).cause),
                                tried.all.size(),
                                tried.count(one -> one.isWithin(1)),
                                tried.count(one -> one.isWithin(SHOWN))))
                .collect(Collectors.joining("\n"));
    }

    private static String link(Mend mend) {
        return "[%s](clauses.md#%s)".formatted(mend.id(), mend.id());
    }
}
