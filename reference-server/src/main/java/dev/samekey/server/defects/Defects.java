package dev.samekey.server.defects;

import dev.samekey.server.contract.Fault;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All defects, in the order of the clauses that they break. */
public final class Defects {
    private static final Pattern WINDOW = Pattern.compile("check-then-act-([0-9]{1,4}(?:\\.[0-9]{1,6})?)ms");

    private Defects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return Stream.of(
                        keys(),
                        replays(),
                        mismatches(),
                        races(),
                        scopes(),
                        lifetimes(),
                        stores(),
                        domain(),
                        vendors(),
                        tellings(),
                        consumers(),
                        told(),
                        jobs(),
                        documents())
                .<Defect>flatMap(List::stream)
                .toList();
    }

    /**
     * The defect of that name: one of {@link #all()}, or {@code check-then-act-<window>ms}, which looks for a record,
     * waits for the window (such as {@code 0.2}), and claims without another look.
     */
    public static Optional<Defect> named(String name) {
        Matcher window = WINDOW.matcher(name);
        return window.matches()
                ? Optional.of(new CheckThenActWithin(name, milliseconds(window.group(1))))
                : all().stream().filter(defect -> defect.name().equals(name)).findFirst();
    }

    private static Duration milliseconds(String text) {
        return Duration.ofNanos(new BigDecimal(text).movePointRight(6).longValueExact());
    }

    private static List<NamedDefect> keys() {
        return List.of(
                new AcceptsMissingKey(),
                new RefusesLegalKeys(),
                new EmptyKeyAccepted(),
                RewrittenKey.truncated(),
                RewrittenKey.caseFolded(),
                new DedupesByPayload(),
                new CachesSafeMethods(),
                new DeleteNotCovered(),
                new ValidationErrorConsumesKey(),
                new KeylessShareARecord(),
                new RepeatedKeyHeaderAccepted());
    }

    private static List<NamedDefect> replays() {
        return List.of(
                new ReplayAlways200(),
                new ReplayRegeneratesBody(),
                new ReplayUnmarked(),
                new ReExecutesOnReplay(),
                new LateDoubleWrite(),
                new ReplayReadsCurrentState(),
                new FailureReplayedAsSuccess(),
                new ReplayDropsLocation(),
                new PerProcessStore(),
                new LostResponseDuplicates(),
                new ReplayCallsProvider(),
                new EmptyBodyBreaksReplay(),
                new ClientHeaderForgesReplay(),
                BrokenReplay.hanging(Duration.ofSeconds(15)),
                BrokenReplay.truncated());
    }

    private static List<NamedDefect> mismatches() {
        return List.of(
                new MismatchReplays(),
                new MismatchOverwritesRecord(),
                new HashesRawBytes(),
                RespelledPayload.rawNumbers(),
                new HashesVolatileFields(),
                new HashesAmountOnly(),
                new MismatchLeaksFirstBody(),
                MismatchRunsInProgress.always(),
                new StoresWeakHash(),
                RespelledPayload.doubles(),
                RespelledPayload.normalised());
    }

    private static List<NamedDefect> races() {
        return List.of(
                new CheckThenAct(),
                new SilentDoubleWrite(),
                new LoserGets500(),
                new InProgressWithoutRetryAfter(),
                new InProgressForever(),
                MismatchRunsInProgress.racing(),
                new GlobalLock(),
                new InProcessMutex(),
                new WaitsForever(),
                new OverRefundRace(),
                new LeaseShorterThanHandler(),
                new DuplicateOfFailureGets500());
    }

    private static List<NamedDefect> scopes() {
        return List.of(
                new GlobalKeyScope(),
                new ReplayCrossesPrincipals(),
                new ScopeIgnoresRoute(),
                new ScopeIgnoresTenant(),
                new ScopeIncludesConnection(),
                new ReplayBeforeAuth());
    }

    private static List<NamedDefect> lifetimes() {
        return List.of(
                new ExpiresEarly(),
                new NeverExpires(),
                new OneTtlForAll(),
                PurgingOtherwise.live(),
                PurgingOtherwise.running(),
                PurgingOtherwise.nothing(),
                new ExpiryNotStored(),
                new StuckInProgress(),
                new UnfencedTakeover());
    }

    private static List<NamedDefect> stores() {
        return List.of(
                new EffectOutsideTransaction(),
                new RecordAfterResponse(),
                new RecordBeforeEffect(),
                new MemoryOnlyStore(),
                CachesTransient.dependency(),
                new NoUniqueConstraint(),
                new RecordWithoutStatus(),
                new CompletedRecordMutates(),
                new FailsOpen(),
                new EffectSurvivesFailure());
    }

    private static List<NamedDefect> domain() {
        return List.of(
                new RefundNotIdempotent(),
                new ReverseDuplicates("refund", "/refunds"),
                new ReverseDuplicates("void", "/payments/{id}/void"),
                new RefundMismatchAccepted(),
                new OverRefund(),
                new LedgerDrifts(),
                new IgnoresIfMatch(),
                new RetryBecomes412());
    }

    private static List<NamedDefect> consumers() {
        return List.of(
                new NoInbox(),
                new DuplicateRejected(),
                new InboxCheckThenAct(),
                new InboxIgnoresSource(),
                new SharedHandlerKey(),
                new AssumesOrder(),
                new AckBeforeHandle(),
                new RetriesForever(),
                new InboxAfterEffect(),
                new InboxWithoutResult(),
                new InboxIgnoresPayload(),
                new UnsignedAccepted(),
                new NullIdCollides(),
                new SilentConsumer());
    }

    private static List<NamedDefect> vendors() {
        return List.of(
                new FreshProviderKeyPerAttempt(),
                new ProviderDoubleCharge(),
                new NaiveVendorCall(),
                new ProviderDuplicateIsError(),
                new DuplicateInventory(),
                new OperationIdLost());
    }

    private static List<NamedDefect> tellings() {
        return List.of(
                new MailInHandler(),
                new PublishThenCommit(),
                new CommitThenPublish(),
                new FireAndForget(),
                new NewIdPerAttempt(),
                new EventPerRequest(),
                new EventBeforeCommit());
    }

    private static List<NamedDefect> told() {
        return List.of(
                new HtmlErrorPage(),
                new AllErrors500(),
                new RefusalWithoutRetryAfter(Fault.RATE_LIMITED, 429),
                new RefusalWithoutRetryAfter(Fault.DEPENDENCY_UNAVAILABLE, 503),
                CachesTransient.rateLimit(),
                new LogWithoutKey(),
                new LogSaysCreatedOnReplay(),
                new CounterNotIncremented(),
                new NoHealthFigures(),
                new SpanWithoutKey(),
                new LogsCredentials(),
                new LogsPayload(),
                new KeyLookupLies(),
                new CountsTwiceInMetrics(),
                new SpanSaysCreatedOnReplay());
    }

    private static List<NamedDefect> documents() {
        return List.of(Undocumented.key(), Undocumented.mismatch(), Undocumented.lifetime(), Undocumented.retries());
    }

    private static List<NamedDefect> jobs() {
        return List.of(new JobIgnoresRunId(), new JobRunsOnceEver(), new JobCheckThenAct(), new JobRestartsFromZero());
    }
}
