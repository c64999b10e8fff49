package dev.samekey.server;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Contracts as tests need them. */
public final class Contracts {
    private Contracts() {}

    /** The playbook's. */
    public static Contract playbook() {
        return new Dialects().contract("playbook");
    }

    /** The playbook's but for these members. */
    public static Contract but(String members) {
        return of("extends: playbook\n" + members);
    }

    /** The contract of a dialect. */
    public static Contract of(String yaml) {
        try {
            Path file = Files.createTempFile("dialect", ".yaml");
            try {
                return new Dialects().contract(Files.writeString(file, yaml).toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
