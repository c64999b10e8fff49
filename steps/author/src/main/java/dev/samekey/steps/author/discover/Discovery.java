package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.rig.Rig;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks an API which dialect it follows. Of the target file's own contract only the place of the key counts. */
final class Discovery {
    /** Two looks that agree make a finding sure; a third one makes up for one that showed nothing. */
    private static final int LOOKS = 2;

    private static final int MOST_LOOKS = 3;

    /** For who takes no UUID for its length. */
    private static final int SHORT = 16;

    private final TargetFile file;
    private final Rig rig;
    private final Probe.Means means;
    private final Key place;

    Discovery(Rig rig) {
        this.file = rig.file();
        this.rig = rig;
        this.place = file.contract().key();
        this.means = new Probe.Means(
                rig, new Race(file.target().limits().answerLimit(), rig.wire()), new Journal(file.secrets()));
    }

    /** How keys may be written, the likeliest first. */
    private static List<Key> forms(Key place) {
        return List.of(
                key(place, Key.Syntax.ANY, null),
                key(place, Key.Syntax.SF_STRING, null),
                key(place, Key.Syntax.ANY, SHORT));
    }

    private static Key key(Key place, Key.Syntax syntax, @Nullable Integer max) {
        return new Key(place.in(), place.name(), null, syntax, null, max, null, null);
    }

    /**
     * Asks everything.
     *
     * @throws CannotRun when no operation of the target file succeeds, or what a question switched on stays on
     */
    Discovered run() {
        Findings findings = new Findings();
        Form form = form();
        List<Question> questions = List.of(
                new MissingKey(),
                new Repeats(placeOfKey()),
                new OtherPayload(),
                new Keyless(),
                new Spelling(),
                new KeySyntax(form.syntax()),
                KeyLength.least(),
                KeyLength.most(),
                new KeyCharacters(),
                new FinalRefusal(Reason.DECLINED, SandboxWord.DECLINED, "stored.4xx"),
                new FinalRefusal(Reason.INVALID, SandboxWord.INVALID, "stored.validation"),
                new TransientFailure(),
                new Duplicates(),
                new KeySpace(KeySpace.Of.PRINCIPAL),
                new KeySpace(KeySpace.Of.TENANT),
                new KeySpace(KeySpace.Of.ROUTE));
        for (Question question : questions) {
            if (findings.isNone("replay.mode") && !findings.is("key.required", "true")) {
                question.members().forEach(member -> findings.absent(member, "a repeated request takes effect again"));
            } else {
                ask(question, form.probe(), findings);
            }
        }
        new ErrorForm(findings.refusals()).tell(findings);
        return Discovered.of(file.target().name(), findings, rig.wire().requests());
    }

    private JsonNode placeOfKey() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("in", place.in().name().toLowerCase(Locale.ROOT))
                .put("name", place.name());
    }

    private void ask(Question question, Probe probe, Findings findings) {
        int looks = 0;
        for (int i = 0; i < MOST_LOOKS && looks < LOOKS; i++) {
            try {
                question.ask(probe, findings);
                looks++;
            } catch (Judgement nothing) {
                String why = message(nothing);
                question.members().forEach(member -> findings.absent(member, why));
                if (nothing.verdict() != Verdict.INCONCLUSIVE) {
                    return;
                }
            } finally {
                rig.capabilities().mend();
            }
        }
    }

    private String message(Judgement seen) {
        Judgement nothing = file.target().explained(seen);
        return file.secrets()
                .redact(nothing.reason()
                        + nothing.facts().stream()
                                .filter(fact -> fact.name().equals("actual"))
                                .map(fact -> ": " + fact.value())
                                .collect(Collectors.joining()));
    }

    /** A form in which keys are taken, and the operation that takes them first of all that are asked. */
    private record Form(Probe probe, Key.Syntax syntax) {}

    private Form form() {
        List<Operation> operations = operations();
        List<String> failures = new ArrayList<>();
        for (Operation operation : operations) {
            List<Operation> order = new ArrayList<>(operations);
            order.remove(operation);
            order.add(0, operation);
            for (Key key : forms(place)) {
                Probe probe =
                        new Probe(means, order, Contract.silent(file.target().name(), key));
                Taken taken = taken(operation, probe, failures);
                if (taken == Taken.YES) {
                    return new Form(probe, key.syntax() == null ? Key.Syntax.ANY : key.syntax());
                }
                if (taken == Taken.SILENT) {
                    // Whatever is wrong, it is not how the key is written.
                    break;
                }
            }
        }
        throw new CannotRun(
                "no operation succeeds, so there is nothing to repeat. Let «samekey check» say what to correct. "
                        + String.join("; ", failures.stream().distinct().toList()));
    }

    private enum Taken {
        YES,
        REFUSED,
        SILENT
    }

    /** Whether a key in some form is taken. Only who refuses it twice refuses it. */
    private Taken taken(Operation operation, Probe probe, List<String> failures) {
        int refused = 0;
        for (int i = 0; i < MOST_LOOKS && refused < LOOKS; i++) {
            try {
                Probed reply = probe.send("under a key of its own", probe.prepare(operation));
                if (reply.isSuccess()) {
                    return Taken.YES;
                }
                failures.add(reply.described());
                refused += reply.isRefusal() ? 1 : 0;
            } catch (Judgement silent) {
                failures.add(operation.name() + ": " + message(silent));
            }
        }
        return refused < LOOKS ? Taken.SILENT : Taken.REFUSED;
    }

    /** Those that are judged by the contract's key; what makes a thing is asked first. */
    private List<Operation> operations() {
        List<Operation> operations = file.target().operations().values().stream()
                .filter(one -> one.role().isKeyed() && one.key() == null)
                .sorted(Comparator.comparing(one -> one.role() != Role.CREATE))
                .toList();
        if (operations.isEmpty()) {
            throw new CannotRun("the target file names no operation with a key of the contract's");
        }
        return operations;
    }
}
