package dev.samekey.steps.verdict;

/** A step as it stands in the report. */
public record StepResult(String text, boolean passed) {}
