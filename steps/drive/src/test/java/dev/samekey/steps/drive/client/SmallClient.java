package dev.samekey.steps.drive.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client as a process of its own, which behaves or misbehaves as its argument says. It sends nothing. */
final class SmallClient {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");

    private SmallClient() {}

    public static void main(String[] arguments) throws IOException {
        String habit = arguments[0];
        if (habit.equals("starts a child")) {
            System.err.println(new ProcessBuilder("sleep", "60").start().pid());
        }
        if (habit.equals("ends at once")) {
            System.err.println("no such setting");
            System.exit(3);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher id = ID.matcher(line);
            if (id.find()) {
                answer(habit, id.group(1), line, arguments);
            }
        }
        if (habit.equals("never ends") || habit.equals("starts a child")) {
            LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(1));
        }
    }

    private static void answer(String habit, String id, String line, String[] arguments) throws IOException {
        String good = "{\"id\": \"" + id + "\", \"result\": {\"habit\": \"" + habit + "\"}}";
        switch (habit) {
            case "ends" -> {
                System.err.println("cannot go on with " + id);
                System.exit(4);
            }
            case "says nothing" -> System.err.println("thinking about " + id);
            case "closes its output" -> System.out.close();
            case "reports twice" -> say(good + "\n" + good);
            case "never stops its line" -> System.out.write(new byte[2 * 1024 * 1024], 0, 2 * 1024 * 1024);
            case "writes" -> say(arguments[1]);
            case "fails" ->
                say("{\"id\": \"" + id + "\", \"error\": {\"status\": 503, \"code\": \"X.y\", \"message\": \"no\"}, "
                        + "\"attempts\": 5, \"key\": \"k\", \"parked\": true}");
            case "tells what it was given" ->
                say("{\"id\": \"" + id + "\", \"result\": {\"url\": \"" + System.getenv("SAMEKEY_URL")
                        + "\", \"folder\": \""
                        + System.getenv("SAMEKEY_FOLDER") + "\", \"ca\": \"" + System.getenv("SAMEKEY_CA")
                        + "\", \"speed\": \"" + System.getenv("SAMEKEY_CLOCK_SPEED")
                        + "\", \"argument\": \"" + arguments[1] + "\", \"line\": "
                        + line + "}}");
            case "remembers" -> remember(id, line);
            default -> say(good);
        }
    }

    /** Keeps each operation in its folder, and resumes what it finds there. */
    private static void remember(String id, String line) throws IOException {
        Path folder = Path.of(System.getenv("SAMEKEY_FOLDER"));
        Matcher resume = Pattern.compile("\"resume\":\"([^\"]*)\"").matcher(line);
        if (resume.find()) {
            boolean isKnown = Files.exists(folder.resolve(resume.group(1)));
            say("{\"id\": \"" + id + "\", \"result\": {\"known\": " + isKnown + "}}");
        } else {
            Files.writeString(folder.resolve(id), line);
            System.err.println("kept " + id);
        }
    }

    private static void say(String lines) {
        System.out.println(lines);
        System.out.flush();
    }
}
