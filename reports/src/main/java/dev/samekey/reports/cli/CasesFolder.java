package dev.samekey.reports.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of a test design. A list of what Samekey wrote, with a hash of each file, distinguishes it from a folder of the
 * user's: a file that is in the list and has its hash is replaced, and any other is the user's.
 *
 * @param overwrite whether what is the user's is replaced all the same
 */
record CasesFolder(Path folder, boolean overwrite) {
    private static final String LIST = ".samekey-cases.json";

    /**
     * What became of the files of a design.
     *
     * @param kept those of the user's that stand in place of a new one
     * @param old those that a design has no more, and the user has edited
     */
    record Written(List<String> written, List<String> removed, List<String> kept, List<String> old) {}

    /**
     * Writes the files of a design. A file that was written before, and is in no design any more, is removed.
     *
     * @param texts by the names of the files
     * @throws CannotRun when the folder is not one of Samekey's and holds files, has a folder in the place of a file, or cannot
     *     be written
     */
    Written write(Map<String, String> texts) {
        Map<String, String> known = known();
        texts.keySet().forEach(this::mustBeNoFolder);
        Map<String, String> hashes = new TreeMap<>();
        List<String> written = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        List<String> old = new ArrayList<>();
        try {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                String name = text.getKey();
                if (isTheirs(name, known) && !isThere(name, text.getValue())) {
                    kept.add(name);
                    if (known.containsKey(name)) {
                        hashes.put(name, String.valueOf(known.get(name)));
                    }
                } else {
                    Path file = folder.resolve(name);
                    Files.createDirectories(file.toAbsolutePath().getParent());
                    WholeFile.write(file, text.getValue());
                    hashes.put(name, hash(text.getValue().getBytes(StandardCharsets.UTF_8)));
                    written.add(name);
                }
            }
            for (String name : known.keySet()) {
                if (texts.containsKey(name) || !Files.exists(folder.resolve(name))) {
                    continue;
                }
                if (isTheirs(name, known)) {
                    old.add(name);
                } else {
                    Files.delete(folder.resolve(name));
                    removed.add(name);
                }
            }
            WholeFile.write(
                    folder.resolve(LIST),
                    new ObjectMapper()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .writeValueAsString(hashes)
                            + "\n");
        } catch (IOException failure) {
            throw new CannotRun("cannot write to the folder " + folder + ": " + failure);
        }
        return new Written(written, removed, kept, old);
    }

    /** @throws CannotRun when the folder is not one of Samekey's, and holds files */
    void mustBeFree() {
        var unused = known();
    }

    private void mustBeNoFolder(String name) {
        Path file = folder.resolve(name);
        if (Files.isDirectory(file)) {
            throw new CannotRun(file + " is a folder, and the design has a file of that name: move it, or name another"
                    + " folder with --out. Nothing was written");
        }
    }

    /** The hashes of what Samekey wrote, by file. */
    private Map<String, String> known() {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new CannotRun(folder + " is a file: name a folder with --out");
        }
        Path list = folder.resolve(LIST);
        if (Files.exists(list)) {
            return read(list);
        }
        if (!overwrite && Files.exists(folder) && holdsFiles()) {
            throw new CannotRun("the folder " + folder + " holds files and no test cases of Samekey: name a new or an"
                    + " empty folder with --out, or replace the files that have the name of a new one with --overwrite."
                    + " Nothing was written");
        }
        return Map.of();
    }

    private Map<String, String> read(Path list) {
        try {
            return new TreeMap<>(
                    new ObjectMapper().readValue(list.toFile(), new TypeReference<Map<String, String>>() {}));
        } catch (IOException broken) {
            if (overwrite) {
                return Map.of();
            }
            throw new CannotRun(
                    "the file " + list + ", in which Samekey lists what it wrote, cannot be read: restore it,"
                            + " or replace all files of an earlier design with --overwrite. Nothing was written");
        }
    }

    private boolean holdsFiles() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isPresent();
        } catch (IOException failure) {
            throw new CannotRun("cannot read the folder " + folder + ": " + failure);
        }
    }

    private boolean isTheirs(String name, Map<String, String> known) throws IOException {
        Path file = folder.resolve(name);
        return !overwrite
                && Files.exists(file)
                && !hash(Files.readAllBytes(file)).equals(known.get(name));
    }

    /** A process that was ended may have written a file, and not its list. */
    private boolean isThere(String name, String text) throws IOException {
        return Arrays.equals(Files.readAllBytes(folder.resolve(name)), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("each Java has SHA-256", impossible);
        }
    }
}
