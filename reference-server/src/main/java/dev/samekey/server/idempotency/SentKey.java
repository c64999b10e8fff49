package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import java.util.List;
import java.util.stream.Stream;

/** Wants the one key that a call names: none (KEY-1), an illegal one (KEY-3) and two of them (KEY-10) are refused. */
public final class SentKey implements KeyPolicy {
    private final KeyPlaces places;
    private final KeySyntax syntax;

    /** Keys in these places, written like this. */
    public SentKey(KeyPlaces places, KeySyntax syntax) {
        this.places = places;
        this.syntax = syntax;
    }

    @Override
    public String keyOf(Call call) {
        List<String> inPlace = places.inPlace(call);
        if (inPlace.isEmpty()) {
            throw new FaultException(Fault.KEY_MISSING, "Send a new key as " + places + ".");
        }
        return legal(theOne(inPlace, places.elsewhere(call)));
    }

    private static String theOne(List<String> inPlace, List<String> elsewhere) {
        List<String> different =
                Stream.concat(inPlace.stream(), elsewhere.stream()).distinct().toList();
        if (different.size() > 1) {
            throw malformed("Send one key: this request names " + different.size() + ".");
        }
        return different.get(0);
    }

    private String legal(String sent) {
        return syntax.parse(sent).orElseThrow(() -> malformed("A key is " + syntax + "."));
    }

    private static FaultException malformed(String why) {
        return new FaultException(Fault.KEY_MALFORMED, why);
    }
}
