package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How long may a key be, how short? The usual lengths are tried first, then the bound is closed in on, and both sides of it
 * are tried each time that this is asked.
 */
final class KeyLength {
    private static final int SHORT = 255;
    private static final int LONG = 4096;
    /** A key that is shorter may be somebody's already. */
    private static final int UNUSED = 5;

    private static final int TRIES = 4;
    private static final int PERIOD = 4;

    private KeyLength() {}

    /** The greatest length. */
    static Question most() {
        return new Most();
    }

    /** The smallest length. */
    static Question least() {
        return new Least();
    }

    private static final class Most implements Question {
        private static final String MAX = "key.max";
        private @Nullable Integer bound;

        @Override
        public List<String> members() {
            return List.of(MAX);
        }

        @Override
        public void ask(Probe probe, Findings findings) {
            mustNotBeUuid(findings);
            int max = bound == null ? search(probe, findings) : bound;
            bound = max;
            Probed legal = sent(probe, max, findings);
            if (max == LONG && isLegal(legal, probe)) {
                findings.hint(MAX, NullNode.getInstance(), legal, "longer ones were not tried");
                return;
            }
            Probed longer = sent(probe, max + 1, findings);
            if (!longer.isSuccess() && sent(probe, alike(max + 1)).isSuccess()) {
                findings.hint(
                        MAX,
                        IntNode.valueOf(max),
                        longer,
                        "one as long that repeats a few letters is taken, so not the length alone decides");
                if (longer.isServerError()) {
                    findings.warn(Breach.ILLEGAL_KEY_FAILS, longer);
                }
                return;
            }
            confirm(MAX, max, legal, longer, probe, findings);
        }

        /** What a server compresses before it stores it may be longer where it says little. */
        private static String alike(int length) {
            return letters(PERIOD).repeat(length / PERIOD + 1).substring(0, length);
        }

        private static int search(Probe probe, Findings findings) {
            if (isLegal(probe, SHORT, findings)) {
                if (!isLegal(probe, SHORT + 1, findings)) {
                    return SHORT;
                }
                return isLegal(probe, LONG, findings) ? LONG : between(probe, SHORT + 1, LONG, findings);
            }
            return between(probe, probe.keys().fresh().length(), SHORT, findings);
        }
    }

    private static final class Least implements Question {
        private static final String MIN = "key.min";
        private @Nullable Integer bound;

        @Override
        public List<String> members() {
            return List.of(MIN);
        }

        @Override
        public void ask(Probe probe, Findings findings) {
            mustNotBeUuid(findings);
            int min = bound == null ? search(probe, findings) : bound;
            bound = min;
            Probed legal = sent(probe, min, findings);
            Probed shorter = sent(probe, min - 1, findings);
            if (min == 1 && !shorter.isRefusal()) {
                if (!isLegal(legal, probe)) {
                    throw probe.neither(legal);
                }
                findings.hint(MIN, IntNode.valueOf(1), legal, "an empty one is not refused");
                if (shorter.isSuccess()) {
                    findings.warn(Breach.EMPTY_KEY_ACCEPTED, shorter);
                } else if (shorter.isServerError()) {
                    findings.warn(Breach.ILLEGAL_KEY_FAILS, shorter);
                }
                return;
            }
            confirm(MIN, min, legal, shorter, probe, findings);
        }

        private static int search(Probe probe, Findings findings) {
            return isLegal(probe, 1, findings)
                    ? 1
                    : between(probe, probe.keys().fresh().length(), 1, findings);
        }
    }

    /** The legal length next to one that is not. */
    private static int between(Probe probe, int legal, int illegal, Findings findings) {
        int good = legal;
        int bad = illegal;
        while (Math.abs(good - bad) > 1) {
            int middle = (good + bad) / 2;
            if (isLegal(probe, middle, findings)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private static void confirm(
            String member, int bound, Probed legal, Probed illegal, Probe probe, Findings findings) {
        if (!isLegal(legal, probe)) {
            throw probe.neither(legal);
        }
        if (illegal.isServerError()) {
            findings.saw(member, IntNode.valueOf(bound), illegal);
            findings.warn(Breach.ILLEGAL_KEY_FAILS, illegal);
            return;
        }
        if (!illegal.isRefusal()) {
            throw probe.neither(illegal);
        }
        if (mayBeKnown(illegal, findings)) {
            findings.hint(
                    member,
                    IntNode.valueOf(bound),
                    illegal,
                    (isEmpty(illegal) ? "an empty one" : "a shorter one")
                            + " is refused as a used key is, and may have been used before");
            return;
        }
        findings.saw(member, IntNode.valueOf(bound), illegal);
        // An empty key may be taken for none.
        if (!isEmpty(illegal)) {
            findings.refused(Reason.MALFORMED_KEY, illegal);
        }
    }

    private static boolean isEmpty(Probed reply) {
        return String.valueOf(reply.call().key()).isEmpty();
    }

    private static boolean isLegal(Probe probe, int length, Findings findings) {
        return isLegal(sent(probe, length, findings), probe);
    }

    private static boolean isLegal(Probed reply, Probe probe) {
        if (!reply.isSuccess() && !reply.isRefusal() && !reply.isServerError()) {
            throw probe.neither(reply);
        }
        return reply.isSuccess();
    }

    /** Whether it is refused as somebody's key is. */
    private static boolean mayBeKnown(Probed reply, Findings findings) {
        return String.valueOf(reply.call().key()).length() < UNUSED
                && reply.isRefusal()
                && (isAlike(Reason.PAYLOAD_MISMATCH, reply, findings) || isAlike(Reason.REPLAYED_KEY, reply, findings));
    }

    private static boolean isAlike(Reason reason, Probed reply, Findings findings) {
        return findings.refusals().getOrDefault(reason, List.of()).stream()
                .anyMatch(one -> ErrorForm.isAlike(one, reply));
    }

    /** What a key of this length gets: another one, where the first may be somebody's already. */
    private static Probed sent(Probe probe, int length, Findings findings) {
        Probed reply = sent(probe, random(length));
        for (int i = 1; i < TRIES && length > 0 && mayBeKnown(reply, findings); i++) {
            reply = sent(probe, random(length));
        }
        return reply;
    }

    private static Probed sent(Probe probe, String key) {
        Call call = probe.prepare(probe.operation());
        String how = key.isEmpty() ? "under an empty key" : "under a key of length " + key.length();
        return probe.send(how, probe.keys().put(call, key));
    }

    /** It begins with a letter: digits alone are a number to some, and refused whatever their length. */
    private static String random(int length) {
        StringBuilder key = new StringBuilder(letters(Math.min(1, length)));
        while (key.length() < length) {
            key.append(UUID.randomUUID().toString().replace("-", ""));
        }
        key.setLength(length);
        return key.toString();
    }

    private static String letters(int length) {
        return ThreadLocalRandom.current()
                .ints(length, 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static void mustNotBeUuid(Findings findings) {
        if (findings.is("key.syntax", "uuid")) {
            throw Judgement.notApplicable("a UUID has one length");
        }
    }
}
