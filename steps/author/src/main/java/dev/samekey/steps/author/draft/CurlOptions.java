package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.BodyKind;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of curl, as its manual explains them, as far as they say what is sent. */
final class CurlOptions {
    /** Nobody writes a longer body into a line. */
    private static final int MOST_BYTES = 1024 * 1024;

    /** What is left of a credential whose variable is not set. */
    private static final Pattern EMPTY_CREDENTIAL = Pattern.compile("(?i)bearer|basic|token|apikey|digest");

    private static final Pattern NAMED = Pattern.compile("(?s)([^=@]*)([=@])(.*)");

    private static final Map<String, Meaning> MEANINGS = meanings();
    private static final Map<String, String> REFUSED = refused();

    private enum Meaning {
        METHOD,
        HEADER,
        DATA,
        BINARY,
        RAW,
        PART,
        LITERAL_PART,
        ENCODED,
        JSON,
        URL,
        USER,
        BEARER,
        AGENT,
        COOKIE,
        REFERER,
        CERTIFICATE,
        KEY_FILE,
        AUTHORITIES,
        PASSWORD,
        SIGNATURE,
        /** What curl does with the response. */
        FLAG,
        /** The same with a value. */
        VALUE
    }

    /** A piece of the body: a text, or what is in a file byte by byte. */
    private record Piece(String text, @Nullable Path file) {}

    private final Path folder;
    private final List<Header> headers = new ArrayList<>();
    private final List<Piece> data = new ArrayList<>();
    private final CurlParts parts;
    private final Set<String> remarks = new LinkedHashSet<>();
    /** What says only what curl does with the response. */
    private final Set<String> ofCurl = new LinkedHashSet<>();

    private @Nullable String method;
    private @Nullable String url;
    private @Nullable String user;
    private @Nullable String signature;
    private final ObjectNode tls = JsonNodeFactory.instance.objectNode();

    CurlOptions(Path folder) {
        this.folder = folder;
        this.parts = new CurlParts(folder, this::content);
    }

    private static Map<String, Meaning> meanings() {
        Map<String, Meaning> all = new HashMap<>();
        put(all, Meaning.METHOD, "-X", "--request");
        put(all, Meaning.HEADER, "-H", "--header");
        put(all, Meaning.DATA, "-d", "--data", "--data-ascii");
        put(all, Meaning.BINARY, "--data-binary");
        put(all, Meaning.PART, "-F", "--form");
        put(all, Meaning.LITERAL_PART, "--form-string");
        put(all, Meaning.RAW, "--data-raw");
        put(all, Meaning.ENCODED, "--data-urlencode");
        put(all, Meaning.JSON, "--json");
        put(all, Meaning.URL, "--url");
        put(all, Meaning.USER, "-u", "--user");
        put(all, Meaning.BEARER, "--oauth2-bearer");
        put(all, Meaning.AGENT, "-A", "--user-agent");
        put(all, Meaning.COOKIE, "-b", "--cookie");
        put(all, Meaning.REFERER, "-e", "--referer");
        put(all, Meaning.CERTIFICATE, "-E", "--cert");
        put(all, Meaning.KEY_FILE, "--key");
        put(all, Meaning.AUTHORITIES, "--cacert");
        put(all, Meaning.PASSWORD, "--pass");
        put(all, Meaning.SIGNATURE, "--aws-sigv4");
        put(
                all,
                Meaning.FLAG,
                "-q",
                "--disable",
                "-J",
                "--remote-header-name",
                "-O",
                "--remote-name",
                "--create-dirs",
                "--fail-early",
                "--styled-output",
                "--no-styled-output",
                "--path-as-is",
                "--raw",
                "--tcp-nodelay",
                "--no-keepalive",
                "--ssl",
                "--ssl-reqd",
                "--ssl-no-revoke",
                "-1",
                "--tlsv1",
                "--tlsv1.0",
                "--tlsv1.1",
                "--tlsv1.2",
                "--tlsv1.3",
                "-0",
                "--http1.0",
                "--http2-prior-knowledge",
                "--http3",
                "--http3-only",
                "--retry-all-errors",
                "--retry-connrefused",
                "--trace-time",
                "--no-compressed",
                "-s",
                "--silent",
                "-S",
                "--show-error",
                "-i",
                "--include",
                "-v",
                "--verbose",
                "-f",
                "--fail",
                "--fail-with-body",
                "-g",
                "--globoff",
                "-N",
                "--no-buffer",
                "-#",
                "--progress-bar",
                "--no-progress-meter",
                "--compressed",
                "-L",
                "--location",
                "-k",
                "--insecure",
                "--http1.1",
                "--http2",
                "-4",
                "--ipv4",
                "-6",
                "--ipv6",
                "--basic");
        put(
                all,
                Meaning.VALUE,
                "-o",
                "--output",
                "-w",
                "--write-out",
                "-m",
                "--max-time",
                "--connect-timeout",
                "--cert-type",
                "--key-type",
                "--keepalive-time",
                "--limit-rate",
                "--max-filesize",
                "--max-redirs",
                "--proto",
                "--proto-default",
                "--proto-redir",
                "--stderr",
                "--tls-max",
                "--ciphers",
                "--trace",
                "--trace-ascii",
                "--retry",
                "--retry-delay",
                "--retry-max-time",
                "-D",
                "--dump-header",
                "-c",
                "--cookie-jar");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Meaning> all, Meaning meaning, String... names) {
        for (String name : names) {
            all.put(name, meaning);
        }
    }

    private static Map<String, String> refused() {
        Map<String, String> all = new HashMap<>();
        for (String name : List.of("-G", "--get", "-I", "--head")) {
            all.put(
                    name,
                    "makes a request that only reads; a retry of that is always safe. Write one that changes data");
        }
        for (String name : List.of("-T", "--upload-file")) {
            all.put(name, "uploads a file; write it as -X PUT --data-binary @FILE -H 'Content-Type: …'");
        }
        for (String name : List.of("-x", "--proxy")) {
            all.put(name, "names a proxy; set the variable HTTPS_PROXY or HTTP_PROXY in its place");
        }
        for (String name : List.of("--digest", "--ntlm", "--negotiate", "--anyauth")) {
            all.put(
                    name,
                    "signs in by several requests; draft a target file with «samekey init», where «token» and «sign» of a"
                            + " principal say who sends");
        }
        for (String name : List.of("--resolve", "--connect-to", "--unix-socket", "--interface")) {
            all.put(name, "sends to another place than the URL names; name that place in the URL");
        }
        for (String name : List.of("-K", "--config", "-n", "--netrc")) {
            all.put(name, "reads more of the line from a file; write all of it in the line");
        }
        for (String name : List.of("-:", "--next")) {
            all.put(name, "begins a second request; Samekey tries one line at a time");
        }
        return Map.copyOf(all);
    }

    CurlLine read(List<String> words) {
        Deque<String> rest = new ArrayDeque<>(words);
        if (rest.isEmpty() || !rest.peek().matches("(.*/)?curl(\\.exe)?")) {
            throw new CannotRun("the line after «samekey try» should begin with «curl», such as:"
                    + " samekey try -- curl -X POST https://staging.example/payments -d '{\"amount\": 1000}'");
        }
        rest.pop();
        while (!rest.isEmpty()) {
            word(rest.pop(), rest);
        }
        return line();
    }

    private void word(String word, Deque<String> rest) {
        if (word.isBlank() || word.equals("\\")) {
            // What is left of a line that goes on.
            return;
        }
        if (word.startsWith("--")) {
            option(word, rest);
        } else if (word.startsWith("-") && word.length() > 1) {
            letters(word, rest);
        } else {
            url(word);
        }
    }

    /** Several letters may stand together, and the value of the last one directly after it. */
    private void letters(String word, Deque<String> rest) {
        for (int i = 1; i < word.length(); i++) {
            String name = "-" + word.charAt(i);
            if (takesValue(name) && i + 1 < word.length()) {
                rest.push(word.substring(i + 1));
                i = word.length();
            }
            option(name, rest);
        }
    }

    private static boolean takesValue(String name) {
        Meaning meaning = MEANINGS.get(name);
        return meaning != null && meaning != Meaning.FLAG;
    }

    private void option(String name, Deque<String> rest) {
        String why = REFUSED.get(name);
        if (why != null) {
            throw new CannotRun("the option " + name + " of the curl line " + why);
        }
        Meaning meaning = MEANINGS.get(name);
        if (meaning == null) {
            throw new CannotRun("the option " + name + " of the curl line is not known"
                    + Nearest.offer(name, MEANINGS.keySet()) + ". Leave it out if it does not change what is sent");
        }
        if (meaning == Meaning.FLAG) {
            flag(name);
            return;
        }
        String value = rest.poll();
        if (value == null) {
            throw new CannotRun("the option " + name + " of the curl line has no value after it");
        }
        switch (meaning) {
            case METHOD -> method = value.toUpperCase(Locale.ROOT);
            case HEADER -> header(value);
            case DATA ->
                text(value.startsWith("@") ? content(value.substring(1)).replaceAll("[\r\n]", "") : value);
            case RAW -> text(value);
            case ENCODED -> text(encoded(value));
            case BINARY -> binary(value);
            case PART -> parts.add(value);
            case LITERAL_PART -> parts.addLiteral(value);
            case JSON -> json(value);
            case URL -> url(value);
            case USER -> user = user(value);
            case BEARER -> header("Authorization: Bearer " + value);
            case AGENT -> header("User-Agent: " + value);
            case COOKIE -> cookie(value);
            case REFERER -> header("Referer: " + value);
            case CERTIFICATE -> certificate(value);
            case KEY_FILE -> tls.put("key", value);
            case AUTHORITIES -> tls.put("ca", value);
            case PASSWORD -> tls.put("password", value);
            case SIGNATURE -> signature = value;
            case VALUE, FLAG -> flag(name);
        }
    }

    private void flag(String name) {
        if (name.equals("-k") || name.equals("--insecure")) {
            remarks.add(name + " does not count: Samekey sends nothing to a host whose certificate it cannot trust");
        } else if (name.equals("-L") || name.equals("--location")) {
            remarks.add(name + " does not count: Samekey follows no redirect, so that nothing is sent to another host");
        } else {
            ofCurl.add(name);
        }
    }

    private void json(String value) {
        String text = value.startsWith("@") ? content(value.substring(1)) : value;
        // Curl joins what -d says by «&», and what --json says by nothing.
        String before = data.isEmpty() ? "" : data.remove(data.size() - 1).text();
        text(before + text);
        if (!has("Content-Type")) {
            header("Content-Type: application/json");
        }
        if (!has("Accept")) {
            header("Accept: application/json");
        }
    }

    private void text(String text) {
        data.add(new Piece(text, null));
    }

    private boolean has(String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }

    private void header(String text) {
        if (text.startsWith("@")) {
            throw new CannotRun("the curl line reads headers from the file " + text.substring(1)
                    + "; write each as -H 'Name: value'");
        }
        String[] sides = text.split(":", 2);
        if (sides.length < 2 || !sides[0].strip().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            // The text may be a secret.
            throw new CannotRun("a header of the curl line has no name and colon: write -H 'Name: value'");
        }
        String name = sides[0].strip();
        String value = sides[1].strip();
        if (RequestForm.isOfTheClient(name) || value.isEmpty()) {
            remarks.add("the header " + name + " does not count: Samekey's own client sets it, or leaves it out");
            return;
        }
        if (EMPTY_CREDENTIAL.matcher(value).matches() && name.equalsIgnoreCase("Authorization")) {
            throw new CannotRun("the credential of the curl line is empty: after «" + name + ": " + value
                    + "» stands nothing. Is the variable of the environment set?");
        }
        headers.add(new Header(name, value));
    }

    private void cookie(String value) {
        if (!value.contains("=")) {
            throw new CannotRun("the curl line reads cookies from a file; write them as -b 'name=value'");
        }
        header("Cookie: " + value);
    }

    /** A password may stand after the file, and a colon of Windows in it. */
    private void certificate(String value) {
        int colon = value.replaceFirst("^[A-Za-z]:", "--").lastIndexOf(':');
        tls.put("certificate", colon < 0 ? value : value.substring(0, colon));
        if (colon >= 0) {
            tls.put("password", value.substring(colon + 1));
        }
    }

    /** The same form as in {@code sign} of a principal; curl takes what is not said from the host. */
    private ObjectNode signature(String host) {
        ObjectNode sign = JsonNodeFactory.instance.objectNode();
        if (signature == null) {
            return sign;
        }
        String[] parts = signature.split(":", -1);
        String[] ofHost = host.split("\\.", -1);
        if (!parts[0].equals("aws") || user == null || (parts.length < 4 && ofHost.length < 3)) {
            throw new CannotRun("--aws-sigv4 of the curl line is not understood: write it as --aws-sigv4"
                    + " 'aws:amz:eu-central-1:execute-api' -u 'ACCESS_KEY:SECRET_KEY'");
        }
        ObjectNode aws = sign.putObject("aws")
                .put("region", parts.length > 2 && !parts[2].isEmpty() ? parts[2] : ofHost[1])
                .put("service", parts.length > 3 && !parts[3].isEmpty() ? parts[3] : ofHost[0])
                .put("access_key", user.replaceFirst(":.*", ""))
                .put("secret_key", user.replaceFirst("[^:]*:", ""));
        headers.stream()
                .filter(header -> header.name().equalsIgnoreCase("X-Amz-Security-Token"))
                .findFirst()
                .ifPresent(header -> aws.put("session_token", header.value()));
        headers.removeIf(header -> header.name().equalsIgnoreCase("X-Amz-Security-Token"));
        return sign;
    }

    private static String user(String value) {
        if (!value.contains(":")) {
            throw new CannotRun(
                    "-u of the curl line has no password, and curl would ask for it: write -u user:password");
        }
        return value;
    }

    private static String basic(String user) {
        String both = user.contains(":") ? user : user + ":";
        return Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    /** {@code content}, {@code =content}, {@code name=content}, {@code @file} or {@code name@file}. */
    private String encoded(String value) {
        Matcher named = NAMED.matcher(value);
        if (!named.matches()) {
            return URLEncoder.encode(value, StandardCharsets.UTF_8);
        }
        String content = named.group(2).equals("@") ? content(named.group(3)) : named.group(3);
        return (named.group(1).isEmpty() ? "" : named.group(1) + "=")
                + URLEncoder.encode(content, StandardCharsets.UTF_8);
    }

    /** A file whose type says that it is no text is sent as it is. */
    private void binary(String value) {
        if (!value.startsWith("@")) {
            data.add(new Piece(value, null));
            return;
        }
        Path file = folder.resolve(value.substring(1));
        boolean isWhole = value.length() > 2 && Files.isRegularFile(file);
        data.add(new Piece(isWhole ? "" : content(value.substring(1)), isWhole ? file : null));
    }

    /** The only body, where it is a file that is no text; null where there is none. */
    private @Nullable Path wholeFile() {
        String type = headers.stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .map(Header::value)
                .findFirst()
                .orElse("");
        boolean isText = type.isEmpty()
                || type.toLowerCase(Locale.ROOT).startsWith("text/")
                || BodyKind.of(type, null) != BodyKind.TEXT;
        return isText || data.size() != 1 ? null : data.get(0).file();
    }

    /** What stands in the line, and what is in the files that it names. */
    private String body() {
        return data.stream()
                .map(one -> one.file() == null ? one.text() : content(one.file()))
                .collect(Collectors.joining("&"));
    }

    private String content(String name) {
        if (name.equals("-")) {
            throw new CannotRun("the curl line reads its body from the standard input; name a file: -d @body.json");
        }
        return content(folder.resolve(name));
    }

    private static String content(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new CannotRun("the body in " + file + " has " + Files.size(file) + " bytes, and no more than "
                        + MOST_BYTES + " (1 MB) are sent");
            }
            return Files.readString(file);
        } catch (CharacterCodingException noText) {
            throw new CannotRun("the curl line reads its body from " + file + ", which is no text in UTF-8: send it by"
                    + " --data-binary @FILE, and say what it is, such as -H 'Content-Type: application/pdf'");
        } catch (NoSuchFileException nothing) {
            throw new CannotRun("the curl line reads its body from " + file + ", and there is no such file");
        } catch (IOException failure) {
            throw new CannotRun(
                    "the curl line reads its body from " + file + ", which cannot be read: " + Failures.words(failure));
        }
    }

    private void url(String word) {
        if (url != null) {
            throw new CannotRun("the curl line names two URLs, or a word that is no URL; Samekey tries one request at a"
                    + " time: is a quote missing around a header or the body?");
        }
        url = word;
    }

    private CurlLine line() {
        if (url == null) {
            throw new CannotRun("the curl line names no URL: add one such as https://staging.example/payments");
        }
        Address address = Address.of(url, "the URL of the curl line");
        String verb = method != null ? method : data.isEmpty() && parts.isEmpty() ? "GET" : "POST";
        if (RecordedRequest.SAFE.contains(verb)) {
            throw new CannotRun(verb + " only reads, and a retry of that is always safe. Give a line that changes data,"
                    + " such as one with -X POST or -d");
        }
        if (verb.equals("DELETE")) {
            throw new CannotRun("DELETE needs something new to delete for each request, which one line cannot make."
                    + " Draft a target file with «samekey init»: an operation «after» another one");
        }
        ObjectNode sign = signature(address.base().getHost());
        String who = user != null ? user : address.user();
        if (who != null && sign.isEmpty() && !has("Authorization")) {
            header("Authorization: Basic " + basic(who));
        }
        if (!ofCurl.isEmpty()) {
            remarks.add(String.join(", ", ofCurl) + (ofCurl.size() == 1 ? " does" : " do")
                    + " not count: only what curl prints or waits for would change");
        }
        if (!parts.isEmpty()) {
            if (!data.isEmpty()) {
                throw new CannotRun("the curl line has parts (-F) and another body (-d): leave one of them out");
            }
            headers.removeIf(header -> header.name().equalsIgnoreCase("Content-Type"));
            headers.add(new Header("Content-Type", "multipart/form-data"));
        }
        Path whole = wholeFile();
        RecordedRequest request = new RecordedRequest(
                CurlLine.PLACE,
                "",
                verb,
                address.base().toString(),
                address.path(),
                headers,
                data.isEmpty() || whole != null ? null : body(),
                parts.isEmpty() ? null : parts.all(),
                whole,
                Map.of(),
                null);
        return new CurlLine(request, tls, sign, List.copyOf(remarks));
    }
}
