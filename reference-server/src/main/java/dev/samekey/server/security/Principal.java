package dev.samekey.server.security;

/** Whoever owns what a request makes. */
public record Principal(String name) {}
