package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file of JSON that another tool has written. */
record JsonFile(Path path, JsonNode tree) {
    private static final int MEGABYTE = 1024 * 1024;
    private static final int MOST_MEGABYTES = 200;

    /** A recording holds whole responses, and each is one text. */
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxStringLength(MOST_MEGABYTES * MEGABYTE)
            .build();

    private static final ObjectMapper JSON = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(LIMITS).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Reads one.
     *
     * @param advice what to do about a file that is no JSON, as a sentence
     * @throws BadFile when it cannot be read, is longer than 200 MB, or is no JSON object
     */
    static JsonFile read(Path path, String advice) {
        try {
            long size = Files.size(path);
            if (size > (long) MOST_MEGABYTES * MEGABYTE) {
                throw new BadFile(
                        path.toString(),
                        0,
                        "has " + size / MEGABYTE + " MB, and no more than " + MOST_MEGABYTES
                                + " are read. Record less at once");
            }
            // A byte order mark is no JSON, and some tools write one.
            String text = Files.readString(path).replaceFirst("^\uFEFF", "");
            JsonNode tree = JSON.readTree(text);
            if (!tree.isObject()) {
                throw new BadFile(path.toString(), 1, "is no JSON object. " + advice);
            }
            return new JsonFile(path, tree);
        } catch (NoSuchFileException missing) {
            throw new BadFile(path.toString(), 0, "there is no such file");
        } catch (JsonProcessingException wrong) {
            int line = wrong.getLocation() == null ? 0 : wrong.getLocation().getLineNr();
            throw new BadFile(
                    path.toString(),
                    line,
                    "is no JSON: "
                            + wrong.getOriginalMessage().lines().findFirst().orElse("") + ". " + advice);
        } catch (IOException failure) {
            throw new BadFile(path.toString(), 0, "cannot be read: " + Failures.words(failure));
        }
    }

    BadFile error(String message) {
        return new BadFile(path.toString(), 0, message);
    }

    /** Its name without the folder. */
    String name() {
        return String.valueOf(path.getFileName());
    }

    /** A text as a tree; missing where it is no JSON. */
    static JsonNode tree(String text) {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException none) {
            return MissingNode.getInstance();
        }
    }
}
