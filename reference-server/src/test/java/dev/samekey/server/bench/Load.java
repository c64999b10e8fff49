package dev.samekey.server.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients that pay without a pause for a while. */
record Load(int clients, Duration length) {
    /** Returns how many payments were answered in each second. */
    double on(String url) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long began = System.nanoTime();
            List<Callable<Long>> paying = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                paying.add(() -> payments(url, began + length.toNanos()));
            }
            long paid = 0;
            for (Future<Long> client : threads.invokeAll(paying)) {
                paid += client.get();
            }
            return paid * 1e9 / (System.nanoTime() - began);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long payments(String url, long deadline) throws Exception {
        try (PayingConnection connection = new PayingConnection(url)) {
            long paid = 0;
            while (System.nanoTime() < deadline) {
                connection.pay();
                paid++;
            }
            return paid;
        }
    }
}
