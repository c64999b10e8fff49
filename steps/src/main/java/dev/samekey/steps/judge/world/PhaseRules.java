package dev.samekey.steps.judge.world;

/** Whether it is an error of the harness when a Then acts, and when a Given or a When breaks a clause. */
public enum PhaseRules {
    OFF,
    ENFORCED;

    /** What a run keeps to. */
    public static final PhaseRules OF_A_RUN = OFF;
}
