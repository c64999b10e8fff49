package dev.samekey.steps.drive.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The last part of what a program writes. */
final class Tail {
    private static final int MOST = 64 * 1024;
    private static final int LINES = 10;
    private static final int CHUNK = 8 * 1024;

    private byte[] kept = new byte[0];
    private boolean isCut;

    /** Reads until the end. */
    void read(InputStream in) {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                add(chunk, read);
            }
        } catch (IOException ended) {
            // The program has ended, and what it wrote is here.
        }
    }

    private synchronized void add(byte[] chunk, int length) {
        int dropped = Math.max(0, kept.length + length - MOST);
        byte[] longer = new byte[kept.length - dropped + length];
        System.arraycopy(kept, dropped, longer, 0, kept.length - dropped);
        System.arraycopy(chunk, 0, longer, kept.length - dropped, length);
        isCut |= dropped > 0;
        kept = longer;
    }

    /** Adds a text. */
    void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        add(bytes, bytes.length);
    }

    synchronized String text() {
        return (isCut ? "…" : "") + new String(kept, StandardCharsets.UTF_8);
    }

    /** Its last lines, as the end of a message; what says so where there are none. */
    String lastLines() {
        List<String> lines = text().lines().toList();
        return lines.isEmpty()
                ? " It wrote nothing to stderr."
                : " Its last lines on stderr:\n"
                        + String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}
