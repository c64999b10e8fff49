package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.judge.words.Between;
import dev.samekey.steps.judge.words.Circumstance;
import dev.samekey.steps.judge.words.Conduct;
import dev.samekey.steps.judge.words.Denial;
import dev.samekey.steps.judge.words.Ending;
import dev.samekey.steps.judge.words.Fate;
import dev.samekey.steps.judge.words.History;
import dev.samekey.steps.judge.words.InboxProperty;
import dev.samekey.steps.judge.words.Interruption;
import dev.samekey.steps.judge.words.Likeness;
import dev.samekey.steps.judge.words.LogProperty;
import dev.samekey.steps.judge.words.LookupState;
import dev.samekey.steps.judge.words.Moment;
import dev.samekey.steps.judge.words.Novelty;
import dev.samekey.steps.judge.words.Occasion;
import dev.samekey.steps.judge.words.Part;
import dev.samekey.steps.judge.words.Racers;
import dev.samekey.steps.judge.words.RecordProperty;
import dev.samekey.steps.judge.words.RefusalProperty;
import dev.samekey.steps.judge.words.Topic;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Selector;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import io.cucumber.java.ParameterType;
import java.util.List;
import java.util.Locale;

/** The words that a step may fill in. */
public final class Vocabulary {
    private static final List<String> NUMBERS = List.of("no", "one", "two", "three", "four", "five");

    private final Target target;

    public Vocabulary(Target target) {
        this.target = target;
    }

    /** An operation by its name in the target file; a selector stands there only where the target has no such operation. */
    @ParameterType(Selector.PATTERN)
    public Operation operation(String words) {
        Operation operation = target.operations().get(words);
        if (operation != null) {
            return operation;
        }
        Selector selector = Selector.of(words, target);
        if (!selector.in(target).isEmpty()) {
            throw new IllegalArgumentException(
                    "«" + words + "» may mean several operations: it belongs in a table of Examples");
        }
        throw selector.lacking(target);
    }

    @ParameterType("no|one|two|three|four|five")
    public Integer count(String word) {
        return NUMBERS.indexOf(word);
    }

    /** Why a request must be refused. */
    @ParameterType("(?:a|an|its|two|exceeding|missing) [a-z ,]+")
    public Denial denial(String words) {
        return Word.of(Denial.class, words);
    }

    /** What the target's sandbox does with an operation. */
    @ParameterType("(?:be|fail|meet|always|lack) [a-z ]+")
    public Fate fate(String words) {
        return Word.of(Fate.class, words);
    }

    /** What is special about an operation that was completed. */
    @ParameterType("(?:that|whose|with an?) [a-z ]+")
    public History history(String words) {
        return Word.of(History.class, words);
    }

    /** What is special about an operation in progress. */
    @ParameterType("(?:that|while) [a-z ]+")
    public Circumstance circumstance(String words) {
        return Word.of(Circumstance.class, words);
    }

    /** When a crash interrupts an operation. */
    @ParameterType("(?:before|after|while|during|halfway) [a-z ]+")
    public Moment moment(String words) {
        return Word.of(Moment.class, words);
    }

    /** How it ends that a request is sent until it succeeds. */
    @ParameterType("(?:and|at) [a-z ]+")
    public Ending ending(String words) {
        return Word.of(Ending.class, words);
    }

    /** What is sent at the same time. */
    @ParameterType("(?:duplicates|requests|reversals)[a-z ]*")
    public Racers racers(String words) {
        return Word.of(Racers.class, words);
    }

    /** How a request differs from the one under test. */
    @ParameterType("(?:with|without|under|over|to|by|in|as|while|before|after|twice|three|unchanged)\\b[a-z ,-]*")
    public Variation variation(String words) {
        return Word.of(Variation.class, words);
    }

    /** Under which circumstances a new request is sent. */
    @ParameterType("(?:under|by|in|to|from|for) [a-z ]+")
    public Novelty novelty(String words) {
        return Word.of(Novelty.class, words);
    }

    /** What is delivered between the attempts of a handler. */
    @ParameterType("one after the other|while (?:it|another payload) is delivered [a-z ]+")
    public Between between(String words) {
        return Word.of(Between.class, words);
    }

    /** What a response must be. */
    @ParameterType("(?:a|an|the|about|marked|complete|that|what|no|without) [a-z ,]+")
    public Likeness likeness(String words) {
        return Word.of(Likeness.class, words);
    }

    /** A part of a response. */
    @ParameterType("status|body|metadata")
    public Part part(String words) {
        return Word.of(Part.class, words);
    }

    /** What each refusal must say. */
    @ParameterType("(?:has|says) [a-z ]+")
    public RefusalProperty refusalProperty(String words) {
        return Word.of(RefusalProperty.class, words);
    }

    /** What the record of a key must be like. */
    @ParameterType("(?:has|is(?! read)|expires|still) [a-z ]+")
    public RecordProperty recordProperty(String words) {
        return Word.of(RecordProperty.class, words);
    }

    /** What the inbox row of an event must be like. */
    @ParameterType("(?:says|was) [a-z ]+|is flagged")
    public InboxProperty inboxProperty(String words) {
        return Word.of(InboxProperty.class, words);
    }

    /** What the log must be like. */
    @ParameterType("(?:has|names|contains) [a-z ]+")
    public LogProperty logProperty(String words) {
        return Word.of(LogProperty.class, words);
    }

    /** What an operator sees of a key. */
    @ParameterType("a [a-z ]+")
    public LookupState lookupState(String words) {
        return Word.of(LookupState.class, words);
    }

    /** What a contract or a description says. */
    @ParameterType("(?:how|when|whether|a) [a-z ]+")
    public Topic topic(String words) {
        return Word.of(Topic.class, words);
    }

    /** What a downstream service is to the operation that reaches it. */
    @ParameterType("provider|vendor|sink")
    public CounterpartRole downstream(String word) {
        return CounterpartRole.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** What comes between a request and its response. */
    @ParameterType("a crash|the loss of its connection")
    public Interruption interruption(String words) {
        return Word.of(Interruption.class, words);
    }

    /** When a sink accepts what it is told. */
    @ParameterType("it(?: after [a-z ]+)?")
    public Occasion occasion(String words) {
        return Word.of(Occasion.class, words);
    }

    /** What a downstream service must have seen. */
    @ParameterType("(?:acted|was|got|accepted) [a-z ]+")
    public Conduct conduct(String words) {
        return Word.of(Conduct.class, words);
    }

    /** What a downstream service does to a call instead of answering it at once and truly. */
    @ParameterType("is [a-z]+|hangs up|loses its response|responds too late|reports a duplicate")
    public DownstreamFault downstreamFault(String words) {
        return DownstreamFault.of(words);
    }

    /** How often. */
    @ParameterType("once|twice|three times")
    public Integer times(String words) {
        return List.of("never", "once", "twice", "three times").indexOf(words);
    }

    /** What happens to a request or its response on the way. */
    @ParameterType("(?:response|request) [a-z ]+")
    public Fault fault(String words) {
        return Fault.of(words);
    }
}
