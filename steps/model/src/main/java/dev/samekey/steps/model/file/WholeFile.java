package dev.samekey.steps.model.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** A file that is whole or not there: what is there before is unchanged until the new one is whole. */
public final class WholeFile {
    private static final String PARTIAL = ".samekey-part";

    private WholeFile() {}

    /** Writes a text, in place of an earlier file; who may read that may read this. */
    public static void write(Path path, String text) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Such as /dev/stdout, which has nothing to lose.
            Files.writeString(path, text);
            return;
        }
        // A link stays one.
        Path file = Files.exists(path) ? path.toRealPath() : path;
        Path partial = file.resolveSibling(file.getFileName() + PARTIAL);
        try {
            Files.deleteIfExists(partial);
            Files.createFile(partial);
            var there = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (there != null && Files.exists(file)) {
                Files.setPosixFilePermissions(partial, there.readAttributes().permissions());
            }
            Files.writeString(partial, text);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
