package dev.samekey.defects;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.concurrency.ConcurrencyDefects;
import dev.samekey.defects.condition.ConditionDefects;
import dev.samekey.defects.documentation.DocumentationDefects;
import dev.samekey.defects.error.ErrorDefects;
import dev.samekey.defects.event.EventDefects;
import dev.samekey.defects.external.ExternalDefects;
import dev.samekey.defects.interaction.Interactions;
import dev.samekey.defects.job.JobDefects;
import dev.samekey.defects.key.KeyDefects;
import dev.samekey.defects.lifetime.LifetimeDefects;
import dev.samekey.defects.mismatch.MismatchDefects;
import dev.samekey.defects.observability.ObservabilityDefects;
import dev.samekey.defects.order.OrderDefects;
import dev.samekey.defects.outbox.OutboxDefects;
import dev.samekey.defects.replay.ReplayDefects;
import dev.samekey.defects.reverse.ReverseDefects;
import dev.samekey.defects.scope.ScopeDefects;
import dev.samekey.defects.storage.StorageDefects;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All defects, group by group. */
public final class Defects {
    private Defects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return Stream.of(
                        KeyDefects.all(),
                        ReplayDefects.all(),
                        MismatchDefects.all(),
                        ConcurrencyDefects.all(),
                        ScopeDefects.all(),
                        LifetimeDefects.all(),
                        StorageDefects.all(),
                        ReverseDefects.all(),
                        ConditionDefects.all(),
                        ExternalDefects.all(),
                        OutboxDefects.all(),
                        EventDefects.all(),
                        ErrorDefects.all(),
                        ObservabilityDefects.all(),
                        JobDefects.all(),
                        DocumentationDefects.all())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The defect of that name: one of {@link #all()}, {@link Interactions#all()} or {@link OrderDefects#all()}, or {@code check-then-act-<window>ms}, which looks for a record,
     * waits for the window (such as {@code 0.2}), and claims without another look.
     */
    public static Optional<Defect> named(String name) {
        return ConcurrencyDefects.within(name)
                .or(() -> Stream.of(all(), Interactions.all(), OrderDefects.all())
                        .flatMap(List::stream)
                        .filter(defect -> defect.name().equals(name))
                        .findFirst());
    }
}
