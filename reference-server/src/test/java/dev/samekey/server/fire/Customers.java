package dev.samekey.server.fire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** All who send at once, each on a thread of its own. */
final class Customers implements AutoCloseable {
    private static final Duration MOST = Duration.ofMinutes(2);

    private final List<RetryingClient> clients = new ArrayList<>();
    private final List<Future<List<Told>>> shopping = new ArrayList<>();
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final ExecutorService threads;

    /** They begin at once. */
    Customers(int number, List<String> replicas, Random random) {
        this.threads = Executors.newFixedThreadPool(number);
        for (int i = 0; i < number; i++) {
            Random own = new Random(random.nextLong());
            RetryingClient client = new RetryingClient(replicas, own);
            clients.add(client);
            shopping.add(threads.submit(new Customer(client, own, open::get)));
        }
    }

    /** Lets each finish the order that it is at, and returns what all of them were told. */
    List<Told> leave() {
        open.set(false);
        return all(shopping, "the last orders had their outcomes");
    }

    /** Sends every order once more; the answers come in the same order. */
    List<Told> askAgain(List<Told> told) {
        List<Future<List<Told>>> answers = new ArrayList<>();
        int share = told.size() / clients.size() + 1;
        for (int from = 0; from < told.size(); from += share) {
            List<Told> own = told.subList(from, Math.min(from + share, told.size()));
            RetryingClient client = clients.get(answers.size());
            Callable<List<Told>> asking =
                    () -> own.stream().map(one -> client.send(one.order())).toList();
            answers.add(threads.submit(asking));
        }
        return all(answers, "every order was asked for again");
    }

    private static List<Told> all(List<Future<List<Told>>> parts, String what) {
        List<Told> all = new ArrayList<>();
        try {
            for (Future<List<Told>> part : parts) {
                all.addAll(part.get(MOST.toSeconds(), TimeUnit.SECONDS));
            }
            return all;
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException("waited until " + what, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted until " + what, interrupted);
        }
    }

    @Override
    public void close() {
        open.set(false);
        threads.shutdownNow();
    }
}
