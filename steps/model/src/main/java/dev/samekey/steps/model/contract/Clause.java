package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sentence of the contract.
 *
 * @param id such as {@code RPL-2}; stable, used by tags, reports, defects and docs
 * @param harm what a break of it does; null where a file of clauses beside the shipped ones does not say it
 * @param side who keeps it: server, client, consumer, producer, job or the kit itself
 * @param needs what a run needs to judge it, separated by spaces: {@code contract} where the contract is all that it is about,
 *     {@code verdicts} where it is derived from the verdicts of the other clauses
 * @param sources which documents demand it
 * @param defect the defects that a scenario of this clause must catch; blank where no server can break it
 * @param notJudged why no scenario judges it; blank where one does
 * @param promisedBy what a contract must say for it to be owed; null where every contract owes it
 */
@JsonPropertyOrder({
    "id",
    "level",
    "harm",
    "side",
    "needs",
    "title",
    "statement",
    "sources",
    "defect_it_catches",
    "not_judged",
    "promised_by"
})
public record Clause(
        String id,
        Level level,
        @Nullable Harm harm,
        @Nullable String side,
        @Nullable String needs,
        String title,
        String statement,
        @Nullable String sources,
        @JsonProperty("defect_it_catches") @Nullable String defect,
        @JsonProperty("not_judged") @Nullable String notJudged,
        @JsonProperty("promised_by") @Nullable Promise promisedBy) {
    private static final String CONTRACT = "contract";
    private static final String VERDICTS = "verdicts";

    /** What a run needs to judge it, one by one. */
    public List<String> needed() {
        return needs == null ? List.of() : List.of(needs.split(" ", -1));
    }

    /** The group, such as {@code RPL}. */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }

    /** Whether a run judges it. */
    public boolean isJudged() {
        return notJudged == null || notJudged.isBlank();
    }

    /** Whether it is about what the contract says, so that no server can break it. */
    public boolean isOfTheContract() {
        return CONTRACT.equals(needs);
    }

    /** Whether it has no scenario of its own: it is derived from the verdicts of all others. */
    public boolean isDerived() {
        return VERDICTS.equals(needs);
    }
}
