package dev.samekey.steps.drive.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.http.Credentials;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Signing;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Token;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tokens and signatures of the principals that a target file names. */
public final class PrincipalCredentials implements Credentials, AutoCloseable {
    private static final int REFUSED = 401;
    private static final Pattern TOKEN = Pattern.compile("\\$\\{token\\.([^}]*)}");

    /** Tells who signs a request until it leaves; it is never sent. */
    private static final String SIGNED_BY = "Samekey-Signed-By";

    private final Map<String, TokenKeeper> keepers = new LinkedHashMap<>();
    private final Map<String, Signer> signers = new LinkedHashMap<>();
    private final Wire wire;
    private final URI replica;

    /** @param limit for an answer of a token endpoint, and for a run of a command */
    public PrincipalCredentials(TargetFile file, Duration limit) {
        // A token is no data of the target, so it may be fetched where nothing may be written.
        this.wire = new Wire(
                limit, Brokers.none(), file.network(), Pace.unbound(), () -> {}, unused -> {}, Credentials.NONE);
        this.replica = file.target().urls().get(0);
        file.target().principals().forEach((name, principal) -> {
            Token token = principal.token();
            if (token != null) {
                OneLine command = new OneLine(
                        "the token command",
                        token.command() == null ? List.of() : token.command(),
                        file.folder(),
                        limit);
                TokenSource source = new TokenSource(token, replica, wire, command);
                TokenKeeper keeper = new TokenKeeper(name, source, file.secrets(), InstantSource.system());
                file.secrets().add("${token." + name + "}", keeper.shown());
                keepers.put(name, keeper);
            }
            Signing sign = principal.sign();
            if (sign != null) {
                signers.put(name, Signer.of(sign, file.folder(), limit, InstantSource.system()));
            }
        });
    }

    /** The headers of a principal, with names where its token and its signature belong. */
    public static List<Header> headers(String name, Target.Principal principal) {
        List<Header> headers = new ArrayList<>();
        principal
                .headers()
                .forEach((header, value) ->
                        headers.add(new Header(header, value.replace("${token}", "${token." + name + "}"))));
        if (principal.sign() != null) {
            headers.add(new Header(SIGNED_BY, name));
        }
        return headers;
    }

    /** Who signs a request when it leaves; nothing where nobody does. */
    public static Optional<String> signer(Request request) {
        return request.header(SIGNED_BY);
    }

    /** The request without that it is signed. */
    public static Request unsigned(Request request) {
        return request.with(SIGNED_BY, null);
    }

    /** The same for headers that no principal has: by what they call it, the name of a token. */
    public static Map<String, JsonNode> tokens(Target target) {
        Map<String, JsonNode> tokens = new LinkedHashMap<>();
        target.tokens()
                .forEach((called, principal) -> tokens.put(called, TextNode.valueOf("${token." + principal + "}")));
        return tokens;
    }

    /** The principals that have a token or sign. */
    public List<String> principals() {
        return Stream.concat(keepers.keySet().stream(), signers.keySet().stream())
                .distinct()
                .toList();
    }

    /**
     * Fetches the token of a principal, and signs a request that is not sent.
     *
     * @return what was done, in words
     * @throws NoCredentials when that does not work
     */
    public String tried(String principal) {
        TokenKeeper keeper = keepers.get(principal);
        Signer signer = signers.get(principal);
        if (keeper != null) {
            var unused = keeper.value();
        }
        if (signer != null) {
            var unused = signer.sign(new Request("GET", "/", List.of(), null), replica);
        }
        return keeper == null ? "it signs" : signer == null ? "it has a token" : "it has a token, and signs";
    }

    /** Whether the target refuses the newest token of a principal, which it has never accepted. */
    public boolean isRefusedAtOnce(String principal) {
        TokenKeeper keeper = keepers.get(principal);
        return keeper != null && keeper.isRefusedAtOnce();
    }

    @Override
    public Request filled(Request request, URI to) {
        try {
            Request unsigned = request.with(SIGNED_BY, null);
            List<Header> headers = unsigned.headers().stream()
                    .map(header -> new Header(header.name(), filled(header.value())))
                    .toList();
            Request whole = new Request(request.method(), request.path(), headers, request.content(), request.origin());
            Optional<Signer> signer = request.header(SIGNED_BY).map(signers::get);
            return signer.isEmpty() ? whole : signer.get().sign(whole, to);
        } catch (NoCredentials failed) {
            throw Judgement.inconclusive(
                    "a request has no credentials", new Fact("actual", String.valueOf(failed.getMessage())));
        }
    }

    private String filled(String value) {
        Matcher token = TOKEN.matcher(value);
        return token.replaceAll(found -> {
            TokenKeeper keeper = keepers.get(found.group(1));
            return Matcher.quoteReplacement(keeper == null ? found.group() : keeper.value());
        });
    }

    @Override
    public boolean accepts(Request request, Request sent, int status) {
        for (Header header : request.headers()) {
            Matcher token = TOKEN.matcher(header.value());
            if (!token.find()) {
                continue;
            }
            TokenKeeper keeper = keepers.get(token.group(1));
            if (keeper == null) {
                continue;
            }
            String value = used(header, token, sent);
            if (status != REFUSED) {
                keeper.accepted(value);
            } else if (keeper.refused(value)) {
                return false;
            }
        }
        return true;
    }

    /** The token that stood in the place of its name. */
    private static String used(Header named, Matcher token, Request sent) {
        String whole = sent.header(named.name()).orElse("");
        int rest = named.value().length() - token.end();
        return whole.length() < token.start() + rest ? "" : whole.substring(token.start(), whole.length() - rest);
    }

    @Override
    public void close() {
        wire.close();
    }
}
