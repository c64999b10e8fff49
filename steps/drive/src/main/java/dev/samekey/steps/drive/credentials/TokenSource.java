package dev.samekey.steps.drive.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Token;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a principal's token. It follows no redirect, so nothing is sent but to the address that the target file names.
 *
 * @param target the first URL of the target, which paths are relative to
 * @param wire which has its own limit for an answer
 */
record TokenSource(Token token, URI target, Wire wire, OneLine command) {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int LONGEST_REASON = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;

    /** @param lives how long it can be used; null where nothing says so */
    record Fetched(String value, @Nullable Duration lives) {}

    /** @throws NoCredentials when there is none */
    Fetched fetch() {
        if (token.clientCredentials() != null) {
            return granted(token.clientCredentials(), "client_credentials");
        }
        if (token.password() != null) {
            return granted(token.password(), "password");
        }
        if (token.login() != null) {
            return signedIn(token.login());
        }
        return new Fetched(legal(command.printed(""), "what the token command printed"), token.lives());
    }

    /** A text that no header can carry would end up as part of an error of the HTTP client. */
    private static String legal(String token, String what) {
        if (token.isBlank() || !token.chars().allMatch(letter -> letter > 0x1F && letter < 0x7F)) {
            throw new NoCredentials(what + " is no text that a header can carry");
        }
        return token;
    }

    private Fetched granted(Token.Grant grant, String type) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", type);
        put(form, "username", grant.user());
        put(form, "password", grant.password());
        put(form, "scope", grant.scope());
        form.putAll(grant.parameters());
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("Accept", "application/json"));
        headers.add(new Header("Content-Type", FORM));
        if (grant.authentication() == Token.ClientAuthentication.BODY) {
            form.put("client_id", grant.id());
            put(form, "client_secret", grant.secret());
        } else {
            String pair = encoded(grant.id()) + ":" + encoded(Objects.requireNonNullElse(grant.secret(), ""));
            headers.add(new Header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))));
        }
        Answer answer = answer("POST", grant.url(), headers, form(form));
        return new Fetched(text(answer, "/access_token", grant.url()), lives(answer, "/expires_in"));
    }

    private static void put(Map<String, String> form, String name, @Nullable String value) {
        if (value != null) {
            form.put(name, value);
        }
    }

    private static String form(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> encoded(member.getKey()) + "=" + encoded(member.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Fetched signedIn(Token.Login login) {
        List<Header> headers = new ArrayList<>();
        login.headers().forEach((name, value) -> headers.add(new Header(name, value)));
        boolean isForm = headers.stream()
                .anyMatch(header -> header.name().equalsIgnoreCase("Content-Type")
                        && header.value().startsWith(FORM));
        JsonNode body = login.body();
        if (body != null && headers.stream().noneMatch(header -> header.name().equalsIgnoreCase("Content-Type"))) {
            headers.add(new Header("Content-Type", "application/json"));
        }
        Answer answer = answer(
                Objects.requireNonNull(login.method()),
                login.url(),
                headers,
                body == null ? null : isForm ? form(texts(body)) : body.toString());
        String value = login.cookie() == null
                ? text(answer, Objects.requireNonNull(login.at()), login.url())
                : cookie(answer, login.cookie(), login.url());
        return new Fetched(value, login.expires() == null ? token.lives() : lives(answer, login.expires()));
    }

    private static Map<String, String> texts(JsonNode body) {
        Map<String, String> texts = new LinkedHashMap<>();
        body.properties()
                .forEach(member -> texts.put(member.getKey(), member.getValue().asText()));
        return texts;
    }

    private Answer answer(String method, String url, List<Header> headers, @Nullable String body) {
        URI whole = URI.create(url.startsWith("/") ? target + url : url);
        URI base = URI.create(whole.getScheme() + "://" + whole.getRawAuthority());
        String path = whole.toString().substring(base.toString().length());
        Exchange exchange = wire.send(new Request(method, path.isEmpty() ? "/" : path, headers, body), base);
        Answer answer = exchange.answer();
        if (answer == null) {
            throw new NoCredentials("no token from " + url + ": " + exchange.failure());
        }
        if (!answer.isSuccessful() && !(token.login() != null && answer.status() < FIRST_ERROR)) {
            throw new NoCredentials("no token from " + url + ": it answered " + answer.status() + reason(answer));
        }
        return answer;
    }

    /** What OAuth 2 says of an error (RFC 6749, section 5.2). A whole body may repeat what was sent. */
    private static String reason(Answer answer) {
        if (answer.status() >= FIRST_REDIRECT && answer.status() < FIRST_ERROR) {
            return ", which leads elsewhere, and no redirect is followed: name the URL that it leads to";
        }
        if (isPage(answer)) {
            return " with an HTML page";
        }
        String reason = (answer.at("/error").asText("") + " "
                        + answer.at("/error_description").asText(""))
                .strip();
        return reason.isEmpty() ? "" : " (" + reason.substring(0, Math.min(LONGEST_REASON, reason.length())) + ")";
    }

    private static boolean isPage(Answer answer) {
        return answer.header("Content-Type").orElse("").contains("html")
                || answer.body().stripLeading().startsWith("<");
    }

    private static String text(Answer answer, String pointer, String url) {
        String token = answer.at(pointer).asText("");
        if (token.isEmpty()) {
            throw new NoCredentials("no token from " + url + ": the response "
                    + (isPage(answer) ? "is an HTML page" : "has none at «" + pointer + "»"));
        }
        return legal(token, "the token from " + url);
    }

    private static String cookie(Answer answer, String name, String url) {
        return answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Set-Cookie"))
                .map(header -> cookie(header.value(), name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(token -> legal(token, "the cookie from " + url))
                .orElseThrow(() ->
                        new NoCredentials("no token from " + url + ": the response sets no cookie «" + name + "»"));
    }

    /** The JDK's parser would take the quotes away, and refuse names that servers use. */
    private static @Nullable String cookie(String line, String name) {
        String pair = line.split(";", 2)[0].strip();
        int equals = pair.indexOf('=');
        return equals > 0 && pair.substring(0, equals).equals(name) ? pair.substring(equals + 1) : null;
    }

    private @Nullable Duration lives(Answer answer, String pointer) {
        long seconds = answer.at(pointer).asLong(0);
        return seconds > 0 ? Duration.ofSeconds(seconds) : token.lives();
    }
}
