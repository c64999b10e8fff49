package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One logical operation that a client is asked to do, with as many attempts as it takes.
 *
 * @param id differs from that of any other task of the session
 * @param operation its name in the target file, such as {@code payment}
 * @param payload what the client is to send; it holds {@code unique}
 * @param unique the word by which the requests of this task are known
 */
public record Task(String id, String operation, JsonNode payload, String unique) {}
