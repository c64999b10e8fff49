package dev.samekey.steps.drive.service;

/** What the service does about each attempt. It is asked from many threads. */
@FunctionalInterface
public interface Script {
    /**
     * Decides on one attempt.
     *
     * @param unique the word of the task whose attempt this is; empty where it belongs to none
     * @param number which attempt of the task this is; the first is 1
     */
    Behaviour decide(String unique, int number);
}
