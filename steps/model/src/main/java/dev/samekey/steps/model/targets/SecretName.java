package dev.samekey.steps.model.targets;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names by which services call a secret: of a header, a cookie, a parameter, a member of a body or a variable. */
public final class SecretName {
    private static final Pattern SECRET = Pattern.compile(
            ".*(authorization|cookie|token|secret|api[-_]?key|access[-_]?key|password|passwd|signature|session|credential|auth(?!or(?!iz))).*");

    /** What services call a secret in a URL; a header or a member of that name is something else. */
    private static final Set<String> PARAMETERS = Set.of("key", "sig", "pwd");

    /** A member of a body that is a secret whatever its value; what is called a token there may as well be what is paid with. */
    private static final Pattern MEMBER = Pattern.compile(
            "(.*[-_.])?(pin|passphrase)|.*(password|passwd|secret|api[-_]?key|access[-_]?key|private[-_]?key|credential).*");

    /** Headers that say nothing about who sends. */
    private static final Pattern PUBLIC = Pattern.compile(
            "(accept|content|if)(-.*)?|user-agent|prefer|origin|referer|host"
                    + "|date|cache-control|connection|traceparent|.*version|.*idempotency-key|x-(request|correlation)-id");

    private SecretName() {}

    /** Whether a header, a variable or an option of this name is a secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(lower(name)).matches();
    }

    /** Whether a parameter of a URL is. */
    public static boolean isSecretParameter(String name) {
        return isSecret(name) || PARAMETERS.contains(lower(name));
    }

    /** Whether a member of a body is, whatever its value. */
    static boolean isSecretMember(String name) {
        return MEMBER.matcher(lower(name)).matches();
    }

    /** Whether a header is nobody's secret, whoever sends it. */
    public static boolean isPublicHeader(String name) {
        return PUBLIC.matcher(lower(name)).matches();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
