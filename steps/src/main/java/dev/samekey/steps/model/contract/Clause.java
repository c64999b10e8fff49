package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * One sentence of the contract.
 *
 * @param id such as {@code RPL-2}; stable, used by tags, reports, defects and docs
 * @param side who keeps it: server, client, consumer, producer, job or the kit itself
 * @param needs what a run needs to judge it, separated by spaces
 * @param sources which documents demand it
 * @param defect the defect that a scenario of this clause must catch
 */
@JsonPropertyOrder({"id", "level", "side", "needs", "title", "statement", "sources", "defect_it_catches"})
public record Clause(
        String id,
        Level level,
        String side,
        String needs,
        String title,
        String statement,
        String sources,
        @JsonProperty("defect_it_catches") String defect) {
    /** The group, such as {@code RPL}. */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }
}
