package dev.samekey.steps.author.design;

/**
 * Why there is no case.
 *
 * @param clause its id
 * @param what the scenario, or the clause where it has none
 * @param reason why
 */
public record LeftOut(String clause, String what, String reason) {}
