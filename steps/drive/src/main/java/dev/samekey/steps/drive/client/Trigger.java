package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What makes an application do one operation. Its texts may have {@code ${unique}}, {@code ${payload}}, {@code ${/pointer}} into
 * the payload, {@code ${operation}}, {@code ${id}} of the task, and {@code ${url}} of the service.
 */
public sealed interface Trigger {
    /**
     * A request to the application.
     *
     * @param url of the application; values in it are URL-encoded
     * @param body null for none
     */
    record Http(
            String method,
            String url,
            Map<String, String> headers,
            @Nullable JsonNode body) implements Trigger {
        public Http {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * A command. It gets the values in its environment, too, where no shell reads them: {@code SAMEKEY_UNIQUE},
     * {@code SAMEKEY_PAYLOAD}, {@code SAMEKEY_OPERATION}, {@code SAMEKEY_ID}, {@code SAMEKEY_URL}, {@code SAMEKEY_CA}.
     *
     * @param folder where it runs
     */
    record Command(List<String> command, Path folder) implements Trigger {
        public Command {
            command = List.copyOf(command);
        }
    }
}
