package dev.samekey.steps.model.states;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.states.KeyHistory.New;
import dev.samekey.steps.model.states.KeyHistory.Retry;
import dev.samekey.steps.model.states.KeyHistory.Step;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Makes histories of an operation and of all that can be done to its result. */
public final class KeyHistories {
    /** After that a history takes long to send and to make short. */
    private static final int MOST_REQUESTS = 9;

    /** So many that nearly every pair is in one of them, whatever the seed. */
    private static final int CANDIDATES = 200;

    private static final int MOST_HISTORIES = 16;

    /** They are short. */
    private static final int MOST_PAIRS = 24;

    private final List<Form> forms;
    private final boolean hasReplicas;

    /**
     * What can be sent.
     *
     * @param courses what it can be made to come to
     * @param isRepeated whether the contract says what a retry gets
     * @param endsAll whether hardly anything can be done after it
     */
    record Form(Operation operation, Set<Course> courses, boolean isRepeated, boolean endsAll) {
        String name() {
            return String.valueOf(operation.name());
        }
    }

    private KeyHistories(List<Form> forms, boolean hasReplicas) {
        this.forms = List.copyOf(forms);
        this.hasReplicas = hasReplicas;
    }

    /** Those of an operation, with all that comes after it in the target file. */
    public static KeyHistories of(Operation operation, Target target, Contracts contracts) {
        Map<String, Form> forms = new LinkedHashMap<>();
        List<Operation> next = new ArrayList<>(List.of(operation));
        while (!next.isEmpty()) {
            Operation one = next.remove(0);
            Form form = form(one, contracts.of(one));
            if (forms.putIfAbsent(form.name(), form) == null) {
                target.operations().values().stream()
                        .filter(other -> form.name().equals(other.after()) && isPart(other))
                        .forEach(next::add);
            }
        }
        return new KeyHistories(List.copyOf(forms.values()), target.urls().size() > 1);
    }

    /** A job is about many things, and what a broker delivers has no response. */
    private static boolean isPart(Operation operation) {
        return operation.role().isKeyed() || isPosted(operation);
    }

    private static boolean isPosted(Operation operation) {
        return operation.role() == Role.EVENT
                && operation.delivery() != null
                && operation.delivery().broker() == null;
    }

    private static Form form(Operation operation, Contract contract) {
        boolean isEvent = operation.role() == Role.EVENT;
        boolean isRepeated = isEvent || (contract.replay() != null && isOnceByItsKey(operation, contract));
        Set<Course> courses = Course.of(operation).stream()
                .filter(course -> course == Course.SUCCEEDS
                        || (!isEvent && course == Course.IS_DECLINED && isKept(contract))
                        || (!isEvent && course == Course.BREAKS_DOWN_ONCE && isTriedAgain(contract)))
                .collect(Collectors.toUnmodifiableSet());
        boolean isWhole = operation.role() == Role.REVERSE && operation.partial() == null;
        return new Form(operation, courses, isRepeated, isWhole || operation.role() == Role.DELETE);
    }

    /** Where a change may go without a key, it is one that does no harm when it is made again, under a key as well. */
    private static boolean isOnceByItsKey(Operation operation, Contract contract) {
        boolean isListed = contract.methods() == null
                || contract.methods().stream()
                        .anyMatch(method ->
                                method.name().equals(operation.request().method()));
        boolean isHarmless =
                !operation.role().makesNew() || operation.request().method().equals("PUT");
        return isListed && !(isHarmless && Boolean.FALSE.equals(contract.key().required()));
    }

    private static boolean isKept(Contract contract) {
        return contract.stored() != null
                && Boolean.TRUE.equals(contract.stored().clientErrors());
    }

    private static boolean isTriedAgain(Contract contract) {
        return contract.stored() != null
                && Boolean.FALSE.equals(contract.stored().serverErrors());
    }

    /**
     * A few in which each two requests that can be about one thing follow each other, and the first is sent again after the
     * other; the same for the same seed.
     */
    public List<KeyHistory> covering(long seed) {
        List<KeyHistory> candidates = candidates(seed);
        Set<KeyHistory.Pair> missing = new HashSet<>();
        candidates.forEach(history -> missing.addAll(history.pairs()));
        List<KeyHistory> chosen = new ArrayList<>();
        while (!missing.isEmpty() && chosen.size() < MOST_HISTORIES) {
            KeyHistory best = candidates.stream()
                    .max(Comparator.comparingInt(history -> common(history.pairs(), missing)))
                    .orElseThrow();
            chosen.add(best);
            missing.removeAll(best.pairs());
        }
        return chosen;
    }

    private List<KeyHistory> candidates(long seed) {
        return LongStream.range(0, CANDIDATES).mapToObj(i -> generate(seed + i)).toList();
    }

    /**
     * A short one for each pair that has not come about, for the API has refused one of its requests: less was left than in a
     * history of its own, or nothing can be done after that.
     *
     * @param seed that of the others
     * @param seen what has come about
     */
    public List<KeyHistory> completing(long seed, Set<KeyHistory.Pair> seen) {
        return candidates(seed).stream()
                .flatMap(KeyHistory::ofPairs)
                .distinct()
                .filter(history -> !seen.containsAll(history.pairs()))
                .limit(MOST_PAIRS)
                .toList();
    }

    private static int common(Set<KeyHistory.Pair> some, Set<KeyHistory.Pair> others) {
        return (int) some.stream().filter(others::contains).count();
    }

    KeyHistory generate(long seed) {
        Random random = new Random(seed);
        // The first numbers of neighbouring seeds are nearly the same.
        random.nextLong();
        return new Generation(random).history();
    }

    private final class Generation {
        private final Random random;
        private final List<Step> steps = new ArrayList<>();
        private final List<New> sent = new ArrayList<>();

        Generation(Random random) {
            this.random = random;
        }

        KeyHistory history() {
            add(forms.get(0), 0, Course.SUCCEEDS);
            for (Form form : order()) {
                List<New> parents = sent.stream()
                        .filter(one -> one.operation().equals(form.operation().after()))
                        .filter(one -> one.course() == Course.SUCCEEDS)
                        .toList();
                boolean isRoot = form.equals(forms.get(0));
                if (isRoot || !parents.isEmpty()) {
                    // Mostly the first, so that much happens to one thing.
                    int on = isRoot ? 0 : (random.nextInt(4) > 0 ? parents.get(0) : any(parents)).number();
                    add(form, on, course(form));
                    if (random.nextInt(5) < 2) {
                        retry(any(sent));
                    }
                }
            }
            List<New> all = new ArrayList<>(sent);
            Collections.shuffle(all, random);
            all.forEach(this::retry);
            for (int more = 0; more < 3; more++) {
                retry(any(sent));
            }
            return new KeyHistory(steps);
        }

        /** Each form once and some twice, what ends all mostly at the end. */
        private List<Form> order() {
            List<Form> some = new ArrayList<>(forms.subList(1, forms.size()));
            Collections.shuffle(some, random);
            List<Form> order = new ArrayList<>(some.subList(0, Math.min(some.size(), MOST_REQUESTS - 3)));
            List<Form> twice = forms.stream().filter(form -> !form.endsAll()).toList();
            for (int more = 0; more < 2 && !twice.isEmpty(); more++) {
                order.add(random.nextInt(order.size() + 1), any(twice));
            }
            List<Form> last = order.stream().filter(this::isLast).toList();
            order.removeAll(last);
            order.addAll(last);
            return afterTheirParents(order);
        }

        /** What is removed can be asked for nothing more. */
        private boolean isLast(Form form) {
            return form.operation().role() == Role.DELETE || (form.endsAll() && random.nextInt(4) > 0);
        }

        private List<Form> afterTheirParents(List<Form> order) {
            List<Form> left = new ArrayList<>(order);
            List<Form> sorted = new ArrayList<>();
            boolean found = true;
            while (found) {
                Form next = left.stream()
                        .filter(form -> left.stream()
                                .noneMatch(other ->
                                        other.name().equals(form.operation().after())))
                        .findFirst()
                        .orElse(null);
                found = next != null;
                if (next != null) {
                    left.remove(next);
                    sorted.add(next);
                }
            }
            return sorted;
        }

        private Course course(Form form) {
            int chance = random.nextInt(8);
            Course wanted = chance < 2 ? Course.IS_DECLINED : chance == 2 ? Course.BREAKS_DOWN_ONCE : Course.SUCCEEDS;
            return form.courses().contains(wanted) ? wanted : Course.SUCCEEDS;
        }

        private void add(Form form, int on, Course course) {
            New one = new New(sent.size() + 1, form.name(), on, course, elsewhere());
            steps.add(one);
            sent.add(one);
            if (course == Course.BREAKS_DOWN_ONCE) {
                // What is executed then is its outcome.
                steps.add(new Retry(one.number(), elsewhere()));
            }
        }

        private void retry(New one) {
            boolean isRepeated =
                    forms.stream().anyMatch(form -> form.name().equals(one.operation()) && form.isRepeated());
            if (isRepeated) {
                steps.add(new Retry(one.number(), elsewhere()));
            }
        }

        private boolean elsewhere() {
            return hasReplicas && random.nextBoolean();
        }

        private <T> T any(List<T> some) {
            return Objects.requireNonNull(some.get(random.nextInt(some.size())));
        }
    }
}
