package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The statuses of a success.
 *
 * @param statuses none where any 2xx is one
 */
public record Success(List<Integer> statuses) {
    public Success {
        statuses = List.copyOf(statuses);
    }

    /** A status, a list of them, or {@code 2xx}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Success of(JsonNode written) {
        if (written.asText().equalsIgnoreCase("2xx")) {
            return new Success(List.of());
        }
        List<JsonNode> all = written.isArray() ? written.valueStream().toList() : List.of(written);
        if (all.isEmpty() || !all.stream().allMatch(Success::isStatus)) {
            throw new IllegalArgumentException("should be a status such as 201, a list such as [200, 201], or 2xx");
        }
        return new Success(all.stream().map(JsonNode::asInt).toList());
    }

    private static boolean isStatus(JsonNode one) {
        return one.isInt() && one.asInt() >= 100 && one.asInt() <= 599;
    }

    /** Whether a response of that status is one. */
    public boolean has(int status) {
        return statuses.isEmpty() ? status / 100 == 2 : statuses.contains(status);
    }

    /** Such as {@code 200 or 201}. */
    @Override
    public String toString() {
        return statuses.isEmpty()
                ? "a success"
                : statuses.stream().map(String::valueOf).collect(Collectors.joining(" or "));
    }
}
