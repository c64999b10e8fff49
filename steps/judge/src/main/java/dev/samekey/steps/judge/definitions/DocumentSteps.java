package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonPointer;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.judge.expect.RetryPlan;
import dev.samekey.steps.judge.words.Topic;
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
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the API's description and the contract must say in writing. Only the request for the description is sent. */
public final class DocumentSteps {
    private final Description description;
    private final Contract contract;
    private final Checks checks;
    private final Journal journal;
    private final RetryPlan retryPlan;
    private @Nullable Operation operation;
    private @Nullable Document document;
    private @Nullable Described described;

    public DocumentSteps(Description description, Contract contract, Checks checks, Journal journal) {
        this.description = description;
        this.contract = contract;
        this.checks = checks;
        this.journal = journal;
        this.retryPlan = new RetryPlan(contract, checks);
    }

    @Given("the contract")
    public void theContract() {
        var unused = retryPlan.retry();
    }

    @Given("the API description")
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

    @Given("the API description of the {operation}")
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
        if (document == null) {
            journal.add(retryPlan.evidence());
        } else if (operation == null) {
            journal.add(Evidence.text(
                    EvidenceKind.DESCRIPTION, "what it says of keys", String.join("\n\n", prose().texts())));
        } else {
            described = document.describing(
                            operation.request().method(), operation.request().path())
                    .orElse(null);
            if (described != null) {
                journal.add(new Evidence(
                        EvidenceKind.DESCRIPTION,
                        described.title(),
                        "application/json",
                        described.node().toPrettyString()));
            }
        }
    }

    @Then("it says {topic}")
    public void says(Topic topic) {
        switch (topic) {
            case SENDING_A_KEY -> mustSayHowToSendAKey();
            case REFUSING_A_KEY -> mustSayHowAKeyIsRefused();
            case LIFETIME -> mustSayHowLongAKeyLives();
            case RETRYING -> mustSayWhenToRetry();
            case LIFETIME_BEYOND_RETRIES -> retryPlan.mustEndWithinEachLifetime();
            case DECISIONS -> retryPlan.mustDecideEachCode();
        }
    }

    private void mustSayHowToSendAKey() {
        Described one = described();
        String place = place();
        checks.that(
                "key in the API description of " + named().withArticle(),
                place.startsWith("header ")
                        ? one.parameter("header", place.substring(7)).isPresent()
                        : one.hasMember(JsonPointer.compile(place.substring(5))),
                place,
                "parameters " + one.parameters().stream().map(Described::name).toList());
    }

    private void mustSayHowAKeyIsRefused() {
        List<Reason> promised = Refusals.TOLD.stream().filter(this::isPromised).toList();
        if (promised.isEmpty()) {
            throw Judgement.notChecked("refusals: the contract names no status for the refusal of a key");
        }
        promised.forEach(reason -> {
            Refusal refusal = refusal(reason);
            checks.that(
                    "refusal for " + reason.name().toLowerCase(Locale.ROOT) + " in the API description of "
                            + named().withArticle(),
                    isDeclared(refusal, promised),
                    refusal.toString(),
                    "responses " + described().responses().keySet());
        });
    }

    private void mustSayHowLongAKeyLives() {
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        Set<Duration> durations = prose().durations();
        Stream.of(lifetime.normal(), lifetime.highStakes())
                .filter(Objects::nonNull)
                .forEach(wanted -> checks.that(
                        "lifetime of a key in the API description",
                        durations.contains(wanted),
                        SpokenDurations.written(wanted),
                        durations.isEmpty()
                                ? "no duration"
                                : "durations "
                                        + durations.stream()
                                                .map(SpokenDurations::written)
                                                .toList()));
    }

    private void mustSayWhenToRetry() {
        Prose prose = prose();
        checks.that(
                "advice on retries in the API description",
                prose.saysWhenToRetry(),
                "a text about the key that says when to retry, with Retry-After, a time or a status",
                "none in " + prose.texts().size() + " texts about the key");
    }

    /** Whether the contract promises the refusal, and says what it is like. */
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
            throw new IllegalStateException("only a promised refusal is looked for");
        }
        return refusal;
    }

    /** A code between slashes is a pattern. */
    private static boolean isIn(String text, String code) {
        String literal =
                code.startsWith("/") && code.endsWith("/") ? code.substring(1, code.length() - 1) : Pattern.quote(code);
        return Pattern.compile(literal, Pattern.CASE_INSENSITIVE).matcher(text).find();
    }

    /** Of two refusals with one status only their codes show which one the description means. */
    private boolean isDeclared(Refusal refusal, List<Reason> promised) {
        List<Integer> taken = new ArrayList<>();
        promised.forEach(reason -> taken.addAll(refusal(reason).statuses()));
        return refusal.statuses().stream().anyMatch(status -> {
            boolean shared = taken.stream().filter(status::equals).count() > 1;
            return new Refusals(described())
                    .said(status)
                    .filter(text -> !shared
                            || refusal.codes().isEmpty()
                            || refusal.codes().stream().anyMatch(code -> isIn(text, code)))
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

    private Described described() {
        checks.that(
                "API description",
                described != null,
                named().request().method() + " " + named().request().path(),
                "no such operation in " + document().titles());
        return Objects.requireNonNull(described);
    }

    private Prose prose() {
        return Prose.of(document(), contract.key().name());
    }

    private Document document() {
        return Objects.requireNonNull(document, "no step has asked for the description");
    }

    private Operation named() {
        return Objects.requireNonNull(operation, "no step has named an operation");
    }
}
