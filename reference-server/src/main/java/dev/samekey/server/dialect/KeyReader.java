package dev.samekey.server.dialect;

import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.contract.KeyRules.Place;
import dev.samekey.server.contract.KeyRules.Syntax;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads what a dialect says of keys. */
final class KeyReader {
    private final Member dialect;

    KeyReader(Member dialect) {
        this.dialect = dialect;
    }

    KeyRules key() {
        Member key = dialect.at("key");
        String name = key.at("name").text();
        if (name == null) {
            throw key.at("name").wrong("is needed: it says which header or member has the key");
        }
        return new KeyRules(
                key.at("in").choice(Place.class, Place.HEADER),
                name,
                key.at("required").flag(true),
                key.at("syntax").choice(Syntax.class, Syntax.ANY),
                key.at("min").number(1),
                key.at("max").number(255),
                characters(key.at("characters")),
                dialect.at("methods").set(method -> method.text("")));
    }

    /** Where a dialect does not say it: printable ASCII. */
    private static String characters(Member characters) {
        try {
            return Pattern.compile(characters.text("[ -~]")).pattern();
        } catch (PatternSyntaxException malformed) {
            throw characters.wrong("must be a regular expression of one character: " + malformed.getDescription());
        }
    }
}
