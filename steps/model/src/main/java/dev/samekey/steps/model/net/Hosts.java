package dev.samekey.steps.model.net;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the name of a host gives away. */
public final class Hosts {
    /** Parts of a name that say that nothing real is at stake. */
    private static final Set<String> HARMLESS = Set.of(
            "test",
            "testing",
            "tests",
            "stage",
            "staging",
            "stg",
            "dev",
            "devel",
            "development",
            "sandbox",
            "qa",
            "uat",
            "int",
            "integration",
            "preprod",
            "nonprod",
            "preview",
            "demo",
            "local",
            "localhost",
            "internal",
            "example",
            "invalid",
            "ci",
            "mock");

    /** Parts of a name that say the contrary, whatever else is in it. */
    private static final Set<String> REAL = Set.of("prod", "production", "live", "prd");

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");
    private static final Pattern PRIVATE = Pattern.compile(
            "10\\..*|192\\.168\\..*|172\\.(1[6-9]|2\\d|3[01])\\..*|169\\.254\\..*|\\[f[cd].*|\\[fe80:.*");

    /** A name that only begins so, such as {@code 127.acme.com}, is another machine's. */
    private static final Pattern LOOPBACK = Pattern.compile("127\\.[0-9.]+|\\[::1]");

    private static final Pattern BETWEEN_PARTS = Pattern.compile("[.-]");
    private static final Pattern NUMBER_AT_END = Pattern.compile("\\d+$");

    private Hosts() {}

    /** Whether it is this machine itself. */
    public static boolean isHere(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || LOOPBACK.matcher(name).matches();
    }

    /**
     * Whether real customers may be behind it. A part of its name says so ({@code prod}, {@code live}), or none says
     * otherwise ({@code staging}, {@code test}). A name of a single part and a private address are somebody's own.
     */
    public static boolean looksLikeProduction(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (isHere(name)) {
            return false;
        }
        if (ADDRESS.matcher(name).matches()) {
            return !PRIVATE.matcher(name).matches();
        }
        List<String> parts = Stream.of(BETWEEN_PARTS.split(name))
                .map(part -> NUMBER_AT_END.matcher(part).replaceAll(""))
                .toList();
        if (parts.stream().anyMatch(REAL::contains)) {
            // pre-prod and non-prod are written with a hyphen too.
            return !name.contains("pre-prod") && !name.contains("non-prod");
        }
        return name.contains(".") && parts.stream().noneMatch(HARMLESS::contains);
    }
}
