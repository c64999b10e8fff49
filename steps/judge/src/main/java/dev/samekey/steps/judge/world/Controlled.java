package dev.samekey.steps.judge.world;

/**
 * What the control of an operation has shown in a run.
 *
 * @param operation its name
 * @param works whether its control request still worked when it was last sent
 * @param reason why it did not, and what to do about it; empty where it did
 */
public record Controlled(String operation, boolean works, String reason) {}
