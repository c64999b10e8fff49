package dev.samekey.reports.render;

import dev.samekey.steps.judge.run.Title;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Harm;
import dev.samekey.steps.model.contract.KnownDefect;
import dev.samekey.steps.model.contract.Limit;
import dev.samekey.steps.model.contract.Mend;
import dev.samekey.steps.model.contract.Sources;
import dev.samekey.steps.model.contract.Stances;
import java.util.List;
import java.util.Optional;

/**
 * All that is known of a shipped clause without a target.
 *
 * @param harm what a break does; empty where the catalogue does not say it
 * @param titles of its scenarios
 * @param limit empty where nothing judges it
 */
record ClauseCard(
        Clause clause,
        String harm,
        List<String> sources,
        List<Title> titles,
        Optional<Limit> limit,
        List<KnownDefect> defects,
        Stances stances,
        List<Mend> mends) {
    static ClauseCard of(Clause clause) {
        return new ClauseCard(
                clause,
                Optional.ofNullable(clause.harm()).map(Harm::sentence).orElse(""),
                Sources.of(clause),
                Title.of(clause.id()),
                Limit.of(clause.id()),
                KnownDefect.of(clause.id()),
                Stances.to(clause),
                Mend.of(clause.id()));
    }

    /** Why it has no scenarios; empty where it has some. */
    String whyNoTitles() {
        if (!titles.isEmpty()) {
            return "";
        }
        return clause.isDerived()
                ? "It has no scenario of its own: it is derived from the verdicts of the other clauses."
                : Optional.ofNullable(clause.notJudged()).orElse("");
    }
}
