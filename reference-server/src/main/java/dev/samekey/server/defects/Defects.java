package dev.samekey.server.defects;

import dev.samekey.server.contract.Fault;
import java.util.List;

/** All defects, in the order of the clauses that they break. */
public final class Defects {
    private Defects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new AcceptsMissingKey(),
                new DedupesByPayload(),
                new CachesSafeMethods(),
                new ReplayAlways200(),
                new ReplayRegeneratesBody(),
                new ReplayUnmarked(),
                new ReExecutesOnReplay(),
                new FailureReplayedAsSuccess(),
                new PerProcessStore(),
                new LostResponseDuplicates(),
                new MismatchReplays(),
                new MismatchOverwritesRecord(),
                new HashesRawBytes(),
                new HashesAmountOnly(),
                new CheckThenAct(),
                new SilentDoubleWrite(),
                new LoserGets500(),
                new InProgressWithoutRetryAfter(),
                new InProgressForever(),
                new InProcessMutex(),
                new GlobalKeyScope(),
                new ScopeIgnoresRoute(),
                new MemoryOnlyStore(),
                new RefundNotIdempotent(),
                new ReverseDuplicates("refund", "/refunds"),
                new ReverseDuplicates("void", "/payments/{id}/void"),
                new RefundMismatchAccepted(),
                new OverRefund(),
                new NoInbox(),
                new DuplicateRejected(),
                new InboxCheckThenAct(),
                new LogWithoutKey(),
                new LogSaysCreatedOnReplay(),
                new CounterNotIncremented(),
                new RefusalWithoutRetryAfter(Fault.RATE_LIMITED, 429),
                new RefusalWithoutRetryAfter(Fault.DEPENDENCY_UNAVAILABLE, 503));
    }
}
