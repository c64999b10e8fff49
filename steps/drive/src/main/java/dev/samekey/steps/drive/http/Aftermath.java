package dev.samekey.steps.drive.http;

/** What follows an exchange before anybody looks at it, such as to ask how an operation ended that was only accepted. */
public interface Aftermath {
    /** Nothing follows. */
    Aftermath NONE = (exchange, wire) -> exchange;

    /**
     * The exchange with what followed it.
     *
     * @param wire by which more may be asked
     * @throws dev.samekey.steps.model.verdict.Judgement where that cannot be found out
     */
    Exchange of(Exchange exchange, Wire wire);
}
