package dev.samekey.oracles.evidence;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the texts of evidence in a temporary file, so that the memory of a run does not grow with what it sees. The file goes
 * when nobody has a text of it any more, and when the process ends.
 */
public final class EvidenceStore {
    private static final int SHORT = 256;

    /** No channel: that would close when a thread that uses it is interrupted, and all evidence would be lost. */
    private @Nullable RandomAccessFile file;

    private long end;

    /** A text that lies in the file; another of the same words is not equal to it. */
    private record Kept(EvidenceStore store, long position, int bytes) implements Text {
        @Override
        public String read() {
            return store.read(position, bytes);
        }
    }

    /** The same text, out of memory. A short one stays there, and so does one that the disk has no room for. */
    public Text keep(String text) {
        return text.length() <= SHORT ? Text.of(text) : kept(text);
    }

    private synchronized Text kept(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            RandomAccessFile open = opened();
            open.seek(end);
            open.write(bytes);
        } catch (IOException full) {
            // Nothing is lost: the text is where it was.
            return Text.of(text);
        }
        Text kept = new Kept(this, end, bytes.length);
        end += bytes.length;
        return kept;
    }

    private synchronized String read(long position, int length) {
        byte[] bytes = new byte[length];
        try {
            RandomAccessFile open = opened();
            open.seek(position);
            open.readFully(bytes);
        } catch (IOException failure) {
            return "(this text could not be read from the temporary file that it was kept in: " + failure + ")";
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private RandomAccessFile opened() throws IOException {
        RandomAccessFile open = file;
        if (open == null) {
            open = temporary();
            file = open;
        }
        return open;
    }

    /** Without a name where the system allows that, so that it goes however the process ends. */
    private static RandomAccessFile temporary() throws IOException {
        Path path = Files.createTempFile("samekey-evidence", ".tmp");
        RandomAccessFile open = new RandomAccessFile(path.toFile(), "rw");
        try {
            Files.delete(path);
        } catch (IOException inUse) {
            path.toFile().deleteOnExit();
        }
        return open;
    }
}
