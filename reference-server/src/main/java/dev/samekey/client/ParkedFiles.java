package dev.samekey.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.json.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** One file for each operation, whole or not there at all, also when the process is killed meanwhile. */
public record ParkedFiles(Path folder, PayloadJson json) implements ParkedOperations {
    @Override
    public boolean park(String id, KeyedOperation operation) {
        ObjectNode members = json.empty()
                .put("id", id)
                .put("operation", operation.name())
                .put("payload", operation.payload())
                .put("key", operation.key());
        try {
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, "draft", ".json");
            try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(json.write(members));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            Files.move(draft, file(id), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<KeyedOperation> find(String id) {
        try {
            ObjectNode members = json.object(Files.readString(file(id)));
            return Optional.of(new KeyedOperation(
                    members.path("operation").asText(),
                    members.path("payload").asText(),
                    members.path("key").asText()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void remove(String id) {
        try {
            Files.deleteIfExists(file(id));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** An id may hold what a file name may not. */
    private Path file(String id) {
        return folder.resolve(Digest.sha256(id) + ".json");
    }
}
