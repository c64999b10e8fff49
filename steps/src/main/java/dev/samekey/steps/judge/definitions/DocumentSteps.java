package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonPointer;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Description;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.openapi.Prose;
import dev.samekey.steps.model.openapi.Refusals;
import dev.samekey.steps.model.openapi.SpokenDurations;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the API's own description says of its contract. Nothing is sent but the question for the document. */
public final class DocumentSteps {
    private final Description description;
    private final Contract contract;
    private final Checks checks;
    private final Journal journal;
    private @Nullable Operation operation;
    private @Nullable Document document;
    private @Nullable Described described;

    public DocumentSteps(Description description, Contract contract, Checks checks, Journal journal) {
        this.description = description;
        this.contract = contract;
        this.checks = checks;
        this.journal = journal;
    }

    @Given("the description")
    public void theDescription() {
        try {
            document = description
                    .document()
                    .orElseThrow(() -> Judgement.notChecked("openapi: the target file names no document"));
        } catch (BadFile unreadable) {
            throw Judgement.inconclusive(
                    "the description cannot be read", new Fact("actual", String.valueOf(unreadable.getMessage())));
        }
    }

    @Given("the description of a {operation}")
    @Costs(0)
    public void theDescriptionOf(Operation named) {
        String method = named.request().method();
        if (contract.methods() != null
                && contract.methods().stream()
                        .noneMatch(honoured -> honoured.name().equals(method))) {
            throw Judgement.notApplicable("the contract has no key on " + method);
        }
        theDescription();
        operation = named;
    }

    @When("it is read")
    @Costs(0)
    public void isRead() {
        Document read = read();
        Operation named = operation;
        if (named == null) {
            Prose prose = Prose.of(read, contract.key().name());
            journal.add(Evidence.text("description", "what it says of keys", String.join("\n\n", prose.texts())));
            return;
        }
        Optional<Described> found =
                read.describing(named.request().method(), named.request().path());
        checks.that(
                "the description has the " + named.name(),
                found.isPresent(),
                named.request().method() + " " + named.request().path(),
                "no such operation in " + read.titles());
        described = found.orElseThrow();
        journal.add(new Evidence(
                "description",
                described.title(),
                "application/json",
                described.node().toPrettyString()));
    }

    @Then("it declares the key")
    public void declaresTheKey() {
        Described one = operation();
        String place = place();
        checks.that(
                "the description of a " + name() + " declares its key",
                place.startsWith("header ")
                        ? one.parameter("header", place.substring(7)).isPresent()
                        : one.hasMember(JsonPointer.compile(place.substring(5))),
                place,
                "parameters " + one.parameters().stream().map(Described::name).toList());
    }

    @Then("it declares how a request is refused on account of its key")
    public void declaresItsRefusals() {
        List<Reason> told = Refusals.TOLD.stream().filter(this::isPromised).toList();
        if (told.isEmpty()) {
            throw Judgement.notChecked("refusals: the contract names no status for what a key is refused for");
        }
        told.forEach(reason -> {
            Refusal refusal = refusal(reason);
            checks.that(
                    "the description of a " + name() + " declares the answer to "
                            + reason.name().toLowerCase(Locale.ROOT),
                    isDeclared(refusal, told),
                    refusal.toString(),
                    "answers " + operation().responses().keySet());
        });
    }

    @Then("it says how long a key lives")
    public void saysHowLong() {
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        Set<Duration> named = Prose.of(read(), contract.key().name()).durations();
        Stream.of(Optional.of(lifetime.normal()), Optional.ofNullable(lifetime.highStakes()))
                .flatMap(Optional::stream)
                .forEach(wanted -> checks.that(
                        "the description says that a key lives for " + SpokenDurations.written(wanted),
                        named.contains(wanted),
                        SpokenDurations.written(wanted) + " where it speaks of the key",
                        "durations "
                                + named.stream().map(SpokenDurations::written).toList()));
    }

    @Then("it says when to retry")
    public void saysWhenToRetry() {
        Prose prose = Prose.of(read(), contract.key().name());
        checks.that(
                "the description says when a request is sent again under its key",
                prose.saysWhenToRetry(),
                "a text on the key that says so, with Retry-After, a time or a status",
                prose.texts().size() + " texts on the key, none of which does");
    }

    /** Whether the contract promises the refusal, and says how it is told. */
    private boolean isPromised(Reason reason) {
        Refusal refusal = contract.refusal(reason);
        boolean applies = switch (reason) {
            case MISSING_KEY -> Boolean.TRUE.equals(contract.key().required());
            case PAYLOAD_MISMATCH -> contract.mismatch() == Contract.Mismatch.REFUSE;
            default ->
                contract.inProgress() == Contract.InProgress.REFUSE
                        || contract.inProgress() == Contract.InProgress.EITHER;
        };
        return applies && refusal != null && !refusal.statuses().isEmpty();
    }

    private Refusal refusal(Reason reason) {
        Refusal refusal = contract.refusal(reason);
        if (refusal == null) {
            throw new IllegalStateException("asked for before");
        }
        return refusal;
    }

    /** Of two refusals with one status only their codes tell which of them the description means. */
    private boolean isDeclared(Refusal refusal, List<Reason> told) {
        List<Integer> taken = new ArrayList<>();
        told.forEach(reason -> taken.addAll(refusal(reason).statuses()));
        return refusal.statuses().stream().anyMatch(status -> {
            boolean shared = taken.stream().filter(status::equals).count() > 1;
            return new Refusals(operation())
                    .said(status)
                    .filter(text -> !shared
                            || refusal.codes().isEmpty()
                            || refusal.codes().stream().anyMatch(code -> text.contains(code.toLowerCase(Locale.ROOT))))
                    .isPresent();
        });
    }

    /** Such as {@code header Idempotency-Key} or {@code body /run_id}. */
    private String place() {
        Operation.OwnKey own = operation == null ? null : operation.key();
        if (own != null) {
            return own.member() == null ? "header " + own.header() : "body " + own.member();
        }
        return contract.key().in() == Key.Place.HEADER
                ? "header " + contract.key().name()
                : "body /" + contract.key().name().replace('.', '/');
    }

    private Described operation() {
        if (described == null) {
            throw new IllegalStateException("no step before this one has read it");
        }
        return described;
    }

    private Document read() {
        if (document == null) {
            throw new IllegalStateException("no step before this one has asked for it");
        }
        return document;
    }

    private String name() {
        return operation == null ? "" : String.valueOf(operation.name());
    }
}
