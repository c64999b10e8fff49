package dev.samekey.oracles.evidence;

/** What an oracle read, and the evidence of it. */
public record Seen<T>(T value, Evidence evidence) {}
