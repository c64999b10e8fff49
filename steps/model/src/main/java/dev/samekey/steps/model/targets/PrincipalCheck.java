package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the types alone do not say about the principals. */
record PrincipalCheck(YamlFile file, Target target) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Set<String> SIGNED = Set.of(
            "method", "path", "query", "host", "date", "timestamp", "time", "nonce", "digest", "digest.hex", "body");
    private static final Set<String> DERIVED =
            Set.of("@method", "@target-uri", "@authority", "@scheme", "@request-target", "@path", "@query");

    void all() {
        ready();
        target.principals().forEach((name, principal) -> {
            List<String> path = List.of("principals", name);
            headers(path, principal);
            if (principal.token() != null) {
                token(longer(path, "token"), principal.token());
            }
            if (principal.sign() != null) {
                sign(longer(path, "sign"), principal.sign());
            }
        });
    }

    private void ready() {
        Target.Lifecycle lifecycle = target.lifecycle();
        if (lifecycle != null) {
            new TokenCheck(file, target).ready(lifecycle.ready());
        }
    }

    private void headers(List<String> path, Target.Principal principal) {
        principal.headers().forEach((name, value) -> {
            if (principal.token() == null && value.contains(Target.Principal.TOKEN)) {
                throw file.error(longer(path, "headers", name), "${token} has no value: the principal has no «token»");
            }
        });
    }

    private void token(List<String> path, Token token) {
        if (!token.saysOneWay()) {
            throw file.error(path, "should have one of client_credentials, password, login and command");
        }
        if (token.clientCredentials() != null) {
            url(
                    longer(path, "client_credentials", "url"),
                    token.clientCredentials().url());
        }
        Token.Grant password = token.password();
        if (password != null) {
            url(longer(path, "password", "url"), password.url());
            if (password.user() == null || password.password() == null) {
                throw file.error(longer(path, "password"), "needs «user» and «password»");
            }
        }
        Token.Login login = token.login();
        if (login != null) {
            url(longer(path, "login", "url"), login.url());
            if (!login.saysOneWay()) {
                throw file.error(
                        longer(path, "login"),
                        "should say where the token is: «at», a JSON pointer, or «cookie», a name");
            }
            pointer(longer(path, "login", "at"), login.at());
            pointer(longer(path, "login", "expires"), login.expires());
        }
        command(longer(path, "command"), token.command());
    }

    private void sign(List<String> path, Signing sign) {
        if (!sign.saysOneWay()) {
            throw file.error(path, "should have one of hmac, aws, message and command");
        }
        Signing.Hmac hmac = sign.hmac();
        if (hmac != null) {
            references(longer(path, "hmac", "over"), hmac.over(), false);
        }
        if (sign.namesHeaders()) {
            if (sign.headers().values().stream().noneMatch(value -> value.contains("${signature}"))) {
                throw file.error(
                        path,
                        "needs «headers», one of them with ${signature}, such as {X-Signature: \"${signature}\"}");
            }
            sign.headers().forEach((name, value) -> references(longer(path, "headers", name), value, true));
        } else if (!sign.headers().isEmpty()) {
            throw file.error(
                    longer(path, "headers"), "is for «hmac» and «command»: the other ways have their own headers");
        }
        if (sign.message() != null) {
            message(longer(path, "message"), sign.message());
        }
        command(longer(path, "command"), sign.command());
    }

    private void message(List<String> path, Signing.Message message) {
        if (!message.saysOneKey()) {
            throw file.error(path, "should have «secret» for hmac-sha256, or «key» for ed25519");
        }
        message.components().forEach(component -> {
            if (component.startsWith("@") && !DERIVED.contains(component)) {
                throw file.error(
                        longer(path, "components"),
                        "«" + component + "» is not known" + Nearest.hint(component, DERIVED));
            }
        });
    }

    private void references(List<String> path, String text, boolean signed) {
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            String name = reference.group(1);
            boolean known = SIGNED.contains(name) || name.startsWith("header.") || (signed && name.equals("signature"));
            if (!known) {
                throw file.error(path, "${" + name + "} has no value here" + Nearest.hint(name, SIGNED));
            }
        }
    }

    private void command(List<String> path, @Nullable List<String> command) {
        if (command != null && command.isEmpty()) {
            throw file.error(path, "names no command");
        }
    }

    private void url(List<String> path, String url) {
        if (!url.startsWith("/") && !url.matches("https?://[^/@\\s]+(/\\S*)?")) {
            throw file.error(
                    path,
                    "«" + url + "» is no URL such as https://login.staging.example/token, nor a path of the target");
        }
    }

    private void pointer(List<String> path, @Nullable String pointer) {
        if (pointer != null && !pointer.isEmpty() && !pointer.startsWith("/")) {
            throw file.error(path, "«" + pointer + "» is no JSON pointer such as /" + pointer);
        }
    }

    private static List<String> longer(List<String> path, String... more) {
        List<String> longer = new ArrayList<>(path);
        longer.addAll(Arrays.asList(more));
        return longer;
    }
}
