package dev.samekey.server.dialect;

import dev.samekey.server.contract.Marker;
import dev.samekey.server.contract.ReplayRules;
import dev.samekey.server.contract.ReplayRules.Mode;
import org.jspecify.annotations.Nullable;

/** Reads what a dialect says of replays. */
final class ReplayReader {
    private final Member replay;

    ReplayReader(Member replay) {
        this.replay = replay;
    }

    ReplayRules replay() {
        Member status = replay.at("status").first();
        return new ReplayRules(
                replay.at("mode").choice(Mode.class, Mode.STORED),
                status.isAbsent() ? null : status.number(200),
                marker(replay.at("marker")),
                replay.at("link").isAbsent() ? null : replay.at("link").pointer());
    }

    private static @Nullable Marker marker(Member marker) {
        if (marker.isAbsent()) {
            return null;
        }
        Object replayed = marker.at("replay").value();
        if (replayed == null) {
            throw marker.at("replay").wrong("is needed: it says how a replay is marked");
        }
        String header = marker.at("header").text();
        return header == null
                ? new Marker(
                        Marker.Place.MEMBER,
                        marker.at("member").pointer(),
                        marker.at("first").value(),
                        replayed)
                : new Marker(Marker.Place.HEADER, header, marker.at("first").value(), replayed);
    }
}
