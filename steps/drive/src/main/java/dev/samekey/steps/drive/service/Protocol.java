package dev.samekey.steps.drive.service;

/** How a service is spoken to. The client chooses between HTTP/1.1 and HTTP/2 where there is a choice. */
public enum Protocol {
    /** HTTP/1.1 without TLS. */
    HTTP,
    /** HTTP/1.1 over TLS. */
    HTTPS,
    /** HTTP/2 without TLS, by prior knowledge or by the upgrade of a request without a body; HTTP/1.1 too. */
    H2C,
    /** HTTP/2 over TLS, agreed on by ALPN; HTTP/1.1 too. */
    H2;

    boolean isSecure() {
        return this == HTTPS || this == H2;
    }

    boolean isSecondVersion() {
        return this == H2C || this == H2;
    }
}
