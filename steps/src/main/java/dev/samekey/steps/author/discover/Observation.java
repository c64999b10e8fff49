package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What one look at the API says of a member.
 *
 * @param value as a dialect writes it; null of JSON where the API has no such thing
 * @param brief the request and the status of the answer, such as {@code POST /payments without its key → 400}
 * @param seen the same with the beginning of the body, in a line, with the secrets out
 * @param conclusive whether it leaves no other reading open
 */
public record Observation(JsonNode value, String brief, String seen, boolean conclusive) {}
