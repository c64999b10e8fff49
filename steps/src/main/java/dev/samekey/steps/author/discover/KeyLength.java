package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How long may a key be, how short? The usual lengths are tried first, then the bound is closed in on, and both sides of it
 * are tried each time that this is asked.
 */
final class KeyLength {
    private static final int SHORT = 255;
    private static final int LONG = 4096;

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
            Probed legal = sent(probe, max);
            if (max == LONG && isLegal(legal, probe, findings)) {
                findings.hint(MAX, NullNode.getInstance(), legal, "longer ones were not tried");
                return;
            }
            Probed longer = sent(probe, max + 1);
            confirm(MAX, max, legal, longer, probe, findings);
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
            Probed legal = sent(probe, min);
            Probed shorter = sent(probe, min - 1);
            if (min == 1 && !shorter.isRefusal()) {
                if (!isLegal(legal, probe, findings)) {
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
        if (!isLegal(legal, probe, findings)) {
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
        findings.saw(member, IntNode.valueOf(bound), illegal);
        // An empty key may be taken for none.
        if (!String.valueOf(illegal.call().key()).isEmpty()) {
            findings.refused(Reason.MALFORMED_KEY, illegal);
        }
    }

    private static boolean isLegal(Probe probe, int length, Findings findings) {
        return isLegal(sent(probe, length), probe, findings);
    }

    /** A key of few letters may be somebody's already, and then is refused as another payload under it is. */
    private static boolean isLegal(Probed reply, Probe probe, Findings findings) {
        boolean known = String.valueOf(reply.call().key()).length() < 5
                && findings.refusals().getOrDefault(Reason.PAYLOAD_MISMATCH, List.of()).stream()
                        .anyMatch(mismatch -> ErrorForm.isAlike(mismatch, reply));
        if (!known && !reply.isSuccess() && !reply.isRefusal() && !reply.isServerError()) {
            throw probe.neither(reply);
        }
        return known || reply.isSuccess();
    }

    private static Probed sent(Probe probe, int length) {
        Call call = probe.prepare(probe.operation());
        StringBuilder key = new StringBuilder();
        while (key.length() < length) {
            key.append(UUID.randomUUID().toString().replace("-", ""));
        }
        key.setLength(length);
        String how = length == 0 ? "under an empty key" : "under a key of length " + length;
        return probe.send(how, probe.keys().put(call, key.toString()));
    }

    private static void mustNotBeUuid(Findings findings) {
        if (findings.is("key.syntax", "uuid")) {
            throw Judgement.notApplicable("a UUID has one length");
        }
    }
}
