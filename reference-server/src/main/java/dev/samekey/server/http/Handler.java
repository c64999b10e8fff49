package dev.samekey.server.http;

/** Answers a call. */
@FunctionalInterface
public interface Handler {
    Answer handle(Call call);
}
