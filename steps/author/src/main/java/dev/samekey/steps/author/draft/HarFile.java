package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.steps.author.draft.RecordedRequest.Response;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.BadFile;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A recording of a browser or a proxy: an HTTP archive (HAR 1.2). */
public final class HarFile {
    private static final String ADVICE =
            "Export the recording again: in the developer tools of a browser, under Network, «Save all as HAR with content»";

    /** What a browser adds of itself, and what names a version that it has already. */
    private static final Pattern OF_A_BROWSER = Pattern.compile(
            ":.*|sec-.*|user-agent|accept-language|origin|referer|cache-control|pragma|dnt|te|priority|keep-alive|"
                    + "upgrade-insecure-requests|if-none-match|if-modified-since");

    private static final String BROWSERS_KEY = "Idempotency-Key";

    private final JsonFile file;
    private final List<RecordedRequest> requests = new ArrayList<>();
    private final List<String> notImported = new ArrayList<>();

    private HarFile(JsonFile file) {
        this.file = file;
    }

    /**
     * Reads one. It sends nothing.
     *
     * @throws BadFile when it cannot be read, is longer than 200 MB, or is no such archive
     */
    public static Recording read(Path path) {
        return new HarFile(JsonFile.read(path, ADVICE)).recording();
    }

    private Recording recording() {
        JsonNode entries = file.tree().at("/log/entries");
        if (!entries.isArray()) {
            throw file.error("is no HTTP archive: it has no list log.entries. " + ADVICE);
        }
        for (int i = 0; i < entries.size(); i++) {
            String place = "entry " + (i + 1);
            try {
                requests.add(request(place, entries.get(i)));
            } catch (CannotRun cannot) {
                String method = entries.get(i).at("/request/method").asText();
                if (!RecordedRequest.SAFE.contains(method)) {
                    notImported.add(place + ": " + cannot.getMessage());
                }
            }
        }
        return new Recording("", file.name(), withoutKeysOfTheBrowser(), notImported, 0);
    }

    /** Where the browser gives each request a key by itself, as Firefox can, that says nothing of the API. */
    private List<RecordedRequest> withoutKeysOfTheBrowser() {
        List<RecordedRequest> keyed = requests.stream()
                .filter(request -> request.method().matches("POST|PATCH"))
                .toList();
        if (keyed.isEmpty() || !keyed.stream().allMatch(HarFile::hasKeyOfTheBrowser)) {
            return requests;
        }
        notImported.add("the header " + BROWSERS_KEY
                + ": each POST and PATCH has it, with a number in quotes, so it seems that the"
                + " browser adds it. Does your API itself take this header? Then leave «key» of the contract as it is");
        return requests.stream().map(request -> request.without(BROWSERS_KEY)).toList();
    }

    private static boolean hasKeyOfTheBrowser(RecordedRequest request) {
        return request.headers().stream()
                .anyMatch(header -> header.name().equalsIgnoreCase(BROWSERS_KEY)
                        && header.value().matches("\"\\d{1,20}\""));
    }

    private static RecordedRequest request(String place, JsonNode entry) {
        JsonNode request = entry.path("request");
        String method = request.path("method").asText().toUpperCase(Locale.ROOT);
        if (method.isEmpty() || request.path("url").asText().isEmpty()) {
            throw new CannotRun("has no method and URL");
        }
        SplitUrl url = SplitUrl.of(request.path("url").asText());
        List<Header> headers = headers(request);
        String type = request.at("/postData/mimeType").asText();
        boolean hasType = headers.stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Type"));
        if (!hasType && !type.isEmpty() && request.has("postData")) {
            headers.add(new Header("Content-Type", type));
        }
        return new RecordedRequest(
                place,
                "",
                method,
                url.base(),
                url.path(),
                headers,
                data(request.path("postData")),
                Map.of(),
                response(entry.path("response")));
    }

    private static List<Header> headers(JsonNode request) {
        return request.path("headers")
                .valueStream()
                .map(one ->
                        new Header(one.path("name").asText(), one.path("value").asText()))
                .filter(header -> !header.value().isEmpty() && !RequestForm.isOfTheClient(header.name()))
                .filter(header -> !OF_A_BROWSER
                        .matcher(header.name().toLowerCase(Locale.ROOT))
                        .matches())
                .filter(header -> !(header.name().equalsIgnoreCase("Accept")
                        && header.value().contains("*/*")))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static @Nullable String data(JsonNode posted) {
        String type = posted.path("mimeType").asText().toLowerCase(Locale.ROOT);
        if (type.startsWith("multipart/")) {
            throw new CannotRun("its body has several parts (" + type.replaceFirst(";.*", "")
                    + "), and «samekey init» imports JSON, forms and texts");
        }
        String text = posted.path("text").asText();
        if (!text.isEmpty()) {
            return decoded(text, posted.path("encoding").asText())
                    .orElseThrow(() -> new CannotRun("its body is no text in UTF-8, and Samekey sends texts only"));
        }
        String form = posted.path("params")
                .valueStream()
                .map(one -> encoded(one.path("name").asText()) + "="
                        + encoded(one.path("value").asText()))
                .collect(Collectors.joining("&"));
        return form.isEmpty() ? null : form;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Optional<String> decoded(String text, String encoding) {
        if (!encoding.equalsIgnoreCase("base64")) {
            return Optional.of(text);
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(text);
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException noText) {
            return Optional.empty();
        }
    }

    /** A status of 0 says that there was none. */
    private static @Nullable Response response(JsonNode response) {
        int status = response.path("status").asInt();
        if (status == 0) {
            return null;
        }
        JsonNode content = response.path("content");
        JsonNode body = decoded(
                        content.path("text").asText(), content.path("encoding").asText())
                .map(JsonFile::tree)
                .orElse(MissingNode.getInstance());
        return new Response(status, body);
    }
}
