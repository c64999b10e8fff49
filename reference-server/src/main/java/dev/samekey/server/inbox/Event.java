package dev.samekey.server.inbox;

import dev.samekey.server.json.Members;

/**
 * Something that a source says has happened. Source and id together are its identity (EVT-4).
 *
 * @param payload the whole event as JSON, so that it can be handled again later
 */
public record Event(String source, String id, String type, String payloadHash, String payload, Members data) {}
