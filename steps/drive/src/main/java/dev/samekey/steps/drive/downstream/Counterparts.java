package dev.samekey.steps.drive.downstream;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All downstream services that the target file names. */
public final class Counterparts implements AutoCloseable {
    private final Map<String, Counterpart> all = new LinkedHashMap<>();

    public Counterparts(Target target) {
        Duration limit = target.limits().answerLimit();
        target.counterparts().forEach((name, form) -> all.put(name, new Counterpart(name, form, limit)));
    }

    /** @throws CannotRun when something else listens where the target looks for one of them */
    public void open() {
        try {
            all.values().forEach(Counterpart::open);
        } catch (CannotRun taken) {
            close();
            throw taken;
        }
    }

    /** The counterpart of this name. */
    public Counterpart named(String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    /** The counterpart in this role that the operation reaches. */
    public Optional<Counterpart> find(Operation operation, CounterpartRole role) {
        return operation.reaches().stream()
                .flatMap(name -> Optional.ofNullable(all.get(name)).stream())
                .filter(counterpart -> counterpart.role() == role)
                .findFirst();
    }

    /** The same, or the end of the scenario where there is none. */
    public Counterpart of(Operation operation, CounterpartRole role) {
        return find(operation, role)
                .orElseThrow(() -> Judgement.notChecked("counterparts: the target file names no "
                        + role.name().toLowerCase(Locale.ROOT) + " that " + operation.withArticle() + " reaches"));
    }

    /** All in this role that the operation reaches; the end of the scenario where there is none. */
    public List<Counterpart> allOf(Operation operation, CounterpartRole role) {
        Counterpart first = of(operation, role);
        return operation.reaches().stream()
                .map(all::get)
                .filter(counterpart -> counterpart != null && counterpart.role() == first.role())
                .toList();
    }

    @Override
    public void close() {
        RuntimeException first = null;
        for (Counterpart counterpart : all.values()) {
            try {
                counterpart.close();
            } catch (RuntimeException failure) {
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
