package dev.samekey.server.resources.partners;

import dev.samekey.server.resources.Versioned;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A partner as its owner sees it; the version counts its changes from 1. */
public record Partner(
        UUID id,
        String name,
        String email,
        String reference,
        @Nullable String note,
        int version,
        Instant createdAt) implements Versioned {}
