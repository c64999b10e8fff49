package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs the rounds of a race. */
public final class Racing {
    private final World world;
    private final Calls calls;
    private final Race race;
    private final Effects effects;
    private final RaceRounds raceRounds;

    public Racing(World world, Calls calls, Race race, Effects effects, RaceRounds raceRounds) {
        this.world = world;
        this.calls = calls;
        this.race = race;
        this.effects = effects;
        this.raceRounds = raceRounds;
    }

    /** One round of duplicates of a call, which take turns among the replicas. */
    public void duplicates(Call call, int count, List<URI> replicas) {
        run(
                call,
                List.of(),
                IntStream.range(0, count)
                        .mapToObj(i -> new Race.Entry(
                                call.request(),
                                call.request().isPublished() ? calls.place(call) : replicas.get(i % replicas.size())))
                        .toList());
    }

    /** One round of some requests about a call, which all go to the first replica. */
    public void requests(Call call, List<Call> racers) {
        run(
                call,
                racers,
                racers.stream()
                        .map(racer -> new Race.Entry(racer.request(), calls.replica()))
                        .toList());
    }

    private void run(Call call, List<Call> racers, List<Race.Entry> entries) {
        AtomicReference<Map<String, Long>> counts = new AtomicReference<>(Map.of());
        Round round = race.run(entries, call.key() == null ? countAtFirstSuccess(call, counts) : exchange -> {});
        raceRounds.add(new RaceRounds.Heat(call, round, racers, Collections.unmodifiableMap(counts.get())));
    }

    /** The effects of an event are counted the moment the first success is there: later that would prove nothing. */
    private Consumer<Exchange> countAtFirstSuccess(Call call, AtomicReference<Map<String, Long>> counts) {
        AtomicBoolean seen = new AtomicBoolean();
        return exchange -> {
            boolean success = exchange.reply().map(Answer::isSuccessful).orElse(false);
            if (success && seen.compareAndSet(false, true)) {
                counts.set(effects.count(call, world.senders()));
            }
        };
    }
}
