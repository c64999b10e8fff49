package dev.samekey.steps.author.draft;

import java.util.List;

/**
 * Requests that people have sent or collected, in their order.
 *
 * @param name what reports call the target; empty where nothing says it
 * @param source the name of the file
 * @param requests those that could be read, safe ones among them
 * @param notImported what could not be, each with its place and the reason
 * @param scripts how many scripts there are, which Samekey does not run
 */
public record Recording(
        String name, String source, List<RecordedRequest> requests, List<String> notImported, int scripts) {
    public Recording {
        requests = List.copyOf(requests);
        notImported = List.copyOf(notImported);
    }
}
