package dev.samekey.steps.judge.world;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many requests a step definition sends, roughly: what {@code --plan} adds up. Without it a When sends one, a Given sends
 * the operation that it names, with what comes before that, and a Then sends nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Costs {
    /** Where a step sends a few, and how many is only known when it runs. */
    int HANDFUL = 5;

    /** So many requests. */
    int value() default 1;

    /** So many for each one of the first number in the step. */
    boolean perNumber() default false;

    /** All that in each round of the confidence that the target file states; each further round prepares an operation. */
    boolean inRounds() default false;

    /** What the paths through the life of a key send, which depend on what the target offers. */
    boolean inPaths() default false;

    /** How many operations it prepares: what comes before each of them is sent too. */
    int prepares() default 0;
}
