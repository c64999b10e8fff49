package dev.samekey.server.webhooks;

import dev.samekey.server.json.Members;

/** Something that a source says has happened. Source and id together are its identity (EVT-4). */
public record Event(String source, String id, String type, String payloadHash, Members data) {}
