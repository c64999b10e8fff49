package dev.samekey.steps.drive.credentials;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Request;
import java.net.URI;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a command prints. It reads the request from its standard input, as one line of JSON with {@code method}, {@code url},
 * {@code headers} and {@code body}, or {@code body_base64} where the body has the bytes of a file. A command that fails is not run for ever.
 */
final class CommandSignature implements Signer.Signature {
    private static final int MOST_FAILURES = 3;

    private final OneLine command;
    private final AtomicInteger failures = new AtomicInteger();

    CommandSignature(OneLine command) {
        this.command = command;
    }

    @Override
    public String of(Request request, URI replica, SignedNames names) {
        if (failures.get() >= MOST_FAILURES) {
            throw new NoCredentials(
                    command.what() + " failed " + MOST_FAILURES + " times in a row; it is not run again");
        }
        try {
            String printed = command.printed(json(request, replica) + "\n");
            failures.set(0);
            return printed;
        } catch (NoCredentials failed) {
            failures.incrementAndGet();
            throw failed;
        }
    }

    private static ObjectNode json(Request request, URI replica) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("method", request.method()).put("url", replica + request.path());
        ObjectNode headers = json.putObject("headers");
        request.headers().forEach(header -> headers.put(header.name(), header.value()));
        Content content = request.content();
        return content == null || content.isText()
                ? json.put("body", content == null ? "" : content.text())
                : json.put("body_base64", Base64.getEncoder().encodeToString(content.bytes()));
    }
}
