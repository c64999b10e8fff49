package dev.samekey.steps.model.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.model.contract.AttemptSeen;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client has written of its attempts: CSV with a line of column names, or JSON Lines with the same names as members.
 *
 * <p>{@code attempt} counts from 1. The time is {@code delay_ms} before the attempt (0 or empty for the first), or
 * {@code sent_at_ms} and {@code answered_at_ms} since the start of the operation. {@code status} is empty, {@code none},
 * {@code timeout} or {@code reset} where there was no response. A column with the name of the
 * operation is needed where there are several.
 * {@code at_ms}, when the attempt was sent since the start of the log, shows what the operations do together.
 * {@code code} (or {@code error_code}), {@code retry_after_ms}, {@code idempotency_key}, {@code decision} and {@code notes}
 * may be left out.
 *
 * @param operations by name, in the order in which they begin; the name is empty where there is no column
 */
public record RetryLog(Map<String, List<Entry>> operations) {
    /** More is no log to look at. */
    private static final long MOST_BYTES = 100L * 1024 * 1024;

    private static final String MARK = "\uFEFF";
    private static final int LONGEST_SHOWN = 100;
    /** Both times are rounded. */
    private static final Duration RESOLUTION = Duration.ofMillis(1);

    private static final Set<String> NO_RESPONSE = Set.of("", "none", "timeout", "reset");
    private static final String ATTEMPT = "attempt";
    private static final String OPERATION = "operation";
    private static final String DELAY = "delay_ms";
    private static final String SENT = "sent_at_ms";
    private static final String ANSWERED = "answered_at_ms";
    private static final String AT = "at_ms";
    private static final String STATUS = "status";
    private static final String RETRY_AFTER = "retry_after_ms";
    private static final List<String> COLUMNS = List.of(
            OPERATION,
            ATTEMPT,
            AT,
            DELAY,
            SENT,
            ANSWERED,
            STATUS,
            "code",
            "error_code",
            RETRY_AFTER,
            "idempotency_key",
            "decision",
            "notes");

    /**
     * One attempt.
     *
     * @param line where it stands
     * @param key null where the log does not say it
     * @param at when it was sent, since the start of the log; null where the log does not say it
     */
    public record Entry(
            int line,
            AttemptSeen seen,
            @Nullable String key,
            @Nullable Duration at) {}

    /** A line of the file, by column. */
    private record Row(int line, Map<String, String> cells) {
        String cell(String column) {
            return cells.getOrDefault(column, "").strip();
        }
    }

    /** @throws BadFile with file, line and column */
    public static RetryLog read(Path path) {
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw new BadFile(path.toString(), 0, "has more than 100 MB");
            }
            return of(path.toString(), Files.readString(path));
        } catch (NoSuchFileException missing) {
            throw new BadFile(path.toString(), 0, "there is no such file");
        } catch (MalformedInputException wrong) {
            throw new BadFile(path.toString(), 0, "is not UTF-8");
        } catch (IOException failure) {
            throw new BadFile(path.toString(), 0, "cannot be read: " + Failures.words(failure));
        }
    }

    /** @throws BadFile with file, line and column */
    public static RetryLog of(String file, String bytes) {
        // Spreadsheets begin UTF-8 with a mark.
        String text = bytes.startsWith(MARK) ? bytes.substring(MARK.length()) : bytes;
        boolean isJson = text.stripLeading().startsWith("{");
        return new Reader(file).log(isJson ? jsonLines(file, text) : csv(file, text));
    }

    private static List<Row> csv(String file, String text) {
        List<Row> rows = new ArrayList<>();
        try (MappingIterator<String[]> lines = new CsvMapper()
                .readerFor(String[].class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .with(CsvParser.Feature.SKIP_EMPTY_LINES)
                .readValues(text)) {
            List<String> names = lines.hasNext() ? names(file, lines.next()) : List.of();
            while (lines.hasNext()) {
                int line = lines.getCurrentLocation().getLineNr();
                rows.add(new Row(line, cells(file, line, names, lines.next())));
            }
        } catch (JsonProcessingException wrong) {
            throw new BadFile(file, line(wrong), "is not CSV: " + wrong.getOriginalMessage());
        } catch (RuntimeJsonMappingException wrong) {
            throw wrong.getCause() instanceof JsonProcessingException cause
                    ? new BadFile(file, line(cause), "is not CSV: " + cause.getOriginalMessage())
                    : wrong;
        } catch (IOException failure) {
            throw new BadFile(file, 0, "cannot be read: " + failure.getMessage());
        }
        return rows;
    }

    private static List<String> names(String file, String[] header) {
        List<String> names = new ArrayList<>();
        for (String cell : header) {
            String name = cell.strip();
            String place = "column " + (names.size() + 1) + ": ";
            if (!COLUMNS.contains(name)) {
                boolean isOtherwiseSeparated = header.length == 1 && name.matches("(?s).*[;\t|].*");
                throw new BadFile(
                        file,
                        1,
                        place + "«" + shown(name) + "» is no column of a retry log"
                                + (isOtherwiseSeparated
                                        ? ": put a comma between two columns"
                                        : Nearest.hint(name, COLUMNS)));
            }
            if (names.contains(name)) {
                throw new BadFile(file, 1, place + "«" + name + "» stands twice");
            }
            names.add(name);
        }
        return names;
    }

    private static Map<String, String> cells(String file, int line, List<String> names, String[] values) {
        if (values.length > names.size()) {
            throw new BadFile(
                    file,
                    line,
                    "column " + (names.size() + 1) + ": the first line names " + names.size()
                            + " columns, and this one has " + values.length + "; put a text with a comma in quotes");
        }
        if (values.length < names.size()) {
            throw new BadFile(
                    file,
                    line,
                    "column " + (values.length + 1) + " (" + names.get(values.length)
                            + "): is missing; the first line names "
                            + names.size() + " columns, and this one has " + values.length
                            + "; write each comma, also before an empty cell");
        }
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            cells.put(names.get(i), values[i]);
        }
        return cells;
    }

    private static List<Row> jsonLines(String file, String text) {
        ObjectMapper json = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        List<Row> rows = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                rows.add(new Row(number, members(file, number, line, json)));
            }
        }
        return rows;
    }

    private static Map<String, String> members(String file, int number, String line, ObjectMapper json) {
        Map<String, String> cells = new LinkedHashMap<>();
        try {
            JsonNode tree = json.readTree(line);
            if (!tree.isObject()) {
                throw new BadFile(file, number, "column 1: is no JSON object");
            }
            tree.properties().forEach(member -> {
                if (!COLUMNS.contains(member.getKey())) {
                    throw new BadFile(
                            file,
                            number,
                            "«" + member.getKey() + "» is no member of a retry log"
                                    + Nearest.hint(member.getKey(), COLUMNS));
                }
                cells.put(
                        member.getKey(),
                        member.getValue().isNull() ? "" : member.getValue().asText());
            });
        } catch (JsonProcessingException wrong) {
            int column = wrong.getLocation() == null ? 1 : wrong.getLocation().getColumnNr();
            throw new BadFile(file, number, "column " + column + ": is no JSON: " + wrong.getOriginalMessage());
        }
        return cells;
    }

    /** A text of the file in a message. */
    private static String shown(String text) {
        String line = text.replaceAll("[\\p{Cntrl}]+", "…");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
    }

    private static int line(JsonProcessingException wrong) {
        return wrong.getLocation() == null ? 0 : wrong.getLocation().getLineNr();
    }

    /** Makes attempts of rows, and sees to it that they belong together. */
    private static final class Reader {
        private final String file;
        private final Map<String, List<Entry>> operations = new LinkedHashMap<>();
        private final Map<String, Long> answered = new LinkedHashMap<>();

        Reader(String file) {
            this.file = file;
        }

        RetryLog log(List<Row> rows) {
            if (rows.isEmpty()) {
                throw new BadFile(
                        file,
                        0,
                        "has no attempt: a retry log is CSV or JSON Lines with " + ATTEMPT + ", " + DELAY + " and "
                                + STATUS);
            }
            Set<String> columns = new HashSet<>();
            rows.forEach(row -> columns.addAll(row.cells().keySet()));
            for (String needed : List.of(ATTEMPT, STATUS, columns.contains(SENT) ? ANSWERED : DELAY)) {
                if (!columns.contains(needed)) {
                    throw new BadFile(file, 1, "the column «" + needed + "» is missing");
                }
            }
            rows.forEach(row -> add(row, columns.contains(OPERATION), columns.contains(SENT)));
            return new RetryLog(operations);
        }

        private void add(Row row, boolean isNamed, boolean hasTimes) {
            String operation = row.cell(OPERATION);
            if (isNamed && operation.isEmpty()) {
                throw wrong(row, OPERATION, "is empty");
            }
            List<Entry> entries = operations.computeIfAbsent(operation, name -> new ArrayList<>());
            long attempt = number(row, ATTEMPT);
            if (attempt != entries.size() + 1) {
                throw wrong(
                        row,
                        ATTEMPT,
                        "is " + attempt + ", and " + (entries.size() + 1) + " is next"
                                + (attempt == 1 && !isNamed
                                        ? ": if another operation begins here, name each in a column «operation»"
                                        : isNamed ? " of the operation «" + operation + "»" : ""));
            }
            Duration delay = hasTimes ? delayByTimes(row, operation) : delay(row, attempt);
            String code = row.cell("code").isEmpty() ? row.cell("error_code") : row.cell("code");
            entries.add(new Entry(
                    row.line(),
                    new AttemptSeen(
                            delay,
                            status(row),
                            code.isEmpty() ? null : code,
                            row.cell(RETRY_AFTER).isEmpty() ? null : Duration.ofMillis(number(row, RETRY_AFTER))),
                    row.cell("idempotency_key").isEmpty() ? null : row.cell("idempotency_key"),
                    at(row, entries, delay)));
        }

        private @Nullable Duration at(Row row, List<Entry> before, @Nullable Duration delay) {
            if (row.cell(AT).isEmpty()) {
                return null;
            }
            Duration at = Duration.ofMillis(number(row, AT));
            Duration last =
                    before.isEmpty() ? null : before.get(before.size() - 1).at();
            if (last != null && at.compareTo(last) < 0) {
                throw wrong(
                        row,
                        AT,
                        "is " + at.toMillis() + ", and the attempt before was sent at " + last.toMillis()
                                + ": a clock ran backwards");
            }
            if (last != null && delay != null && at.minus(last).plus(RESOLUTION).compareTo(delay) < 0) {
                throw wrong(
                        row,
                        AT,
                        "is " + at.toMillis() + ", and the attempt before was sent at " + last.toMillis()
                                + ": that is less than the delay of " + delay.toMillis() + " ms between them");
            }
            return at;
        }

        private @Nullable Duration delay(Row row, long attempt) {
            if (attempt == 1) {
                if (!row.cell(DELAY).isEmpty() && number(row, DELAY) != 0) {
                    throw wrong(
                            row, DELAY, "is " + row.cell(DELAY) + ", and there is no delay before the first attempt");
                }
                return null;
            }
            return Duration.ofMillis(number(row, DELAY));
        }

        private @Nullable Duration delayByTimes(Row row, String operation) {
            long sent = number(row, SENT);
            long end = number(row, ANSWERED);
            if (end < sent) {
                throw wrong(row, ANSWERED, "is " + end + ", before the attempt was sent at " + sent);
            }
            Long before = answered.put(operation, end);
            if (before != null && sent < before) {
                throw wrong(row, SENT, "is " + sent + ", before the attempt before it ended at " + before);
            }
            return before == null ? null : Duration.ofMillis(sent - before);
        }

        private @Nullable Integer status(Row row) {
            String status = row.cell(STATUS);
            if (NO_RESPONSE.contains(status)) {
                return null;
            }
            if (!status.matches("[1-5][0-9][0-9]")) {
                throw wrong(
                        row,
                        STATUS,
                        "«" + shown(status)
                                + "» is no status from 100 to 599; leave it empty, or write timeout, reset or none, where"
                                + " there was no response");
            }
            return Integer.valueOf(status);
        }

        private long number(Row row, String column) {
            String text = row.cell(column);
            if (!text.matches("[0-9]{1,12}")) {
                throw wrong(
                        row,
                        column,
                        text.startsWith("-")
                                ? "is " + text + ": a clock ran backwards"
                                : "«" + shown(text) + "» is no whole number of up to 12 digits");
            }
            return Long.parseLong(text);
        }

        private BadFile wrong(Row row, String column, String message) {
            int place = List.copyOf(row.cells().keySet()).indexOf(column) + 1;
            return new BadFile(
                    file, row.line(), (place > 0 ? "column " + place + " " : "") + "(" + column + "): " + message);
        }
    }
}
