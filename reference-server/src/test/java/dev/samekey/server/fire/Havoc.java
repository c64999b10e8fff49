package dev.samekey.server.fire;

import java.util.List;
import java.util.Random;

/** Kills replicas at random moments, and lets the database crash after every twentieth kill. */
final class Havoc {
    private static final int KILLS_FOR_EACH_CRASH = 20;
    private static final int LONGEST_PEACE_MILLIS = 400;

    private final List<ReplicaProcess> replicas;
    private final CrashingDatabase database;
    private final Random random;

    Havoc(List<ReplicaProcess> replicas, CrashingDatabase database, Random random) {
        this.replicas = replicas;
        this.database = database;
        this.random = random;
    }

    /** Returns how often the database crashed, with all replicas up again. */
    int wreak(int kills) {
        int crashes = 0;
        for (int kill = 1; kill <= kills; kill++) {
            kill();
            if (kill % KILLS_FOR_EACH_CRASH == 0) {
                peace();
                database.crash();
                crashes++;
            }
        }
        replicas.forEach(ReplicaProcess::awaitReady);
        return crashes;
    }

    /** The victim has been at work for a while; the other one may still be starting. */
    private void kill() {
        ReplicaProcess victim = replicas.get(random.nextInt(replicas.size()));
        victim.awaitReady();
        peace();
        victim.killAndStart();
    }

    private void peace() {
        Waiting.pause(random.nextInt(LONGEST_PEACE_MILLIS));
    }
}
