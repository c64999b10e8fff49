package dev.samekey.steps.model.verdict;

/** A step as it stands in the report. */
public record StepResult(String text, boolean passed) {}
