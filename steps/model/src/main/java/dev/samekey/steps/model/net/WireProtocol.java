package dev.samekey.steps.model.net;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which version of HTTP a target is spoken to in. There is no change from one to the other on the way. */
public enum WireProtocol {
    /** HTTP/1.1, over TLS where the URL says so. */
    @JsonProperty("http/1.1")
    HTTP_1_1("http", ""),
    /** HTTP/2 over TLS, agreed on by ALPN (RFC 9113, section 3.2). */
    @JsonProperty("h2")
    H2("https", "--http2 "),
    /** HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3). */
    @JsonProperty("h2c")
    H2C("http", "--http2-prior-knowledge ");

    private final String scheme;
    private final String curl;

    WireProtocol(String scheme, String curl) {
        this.scheme = scheme;
        this.curl = curl;
    }

    /** Whether it is HTTP/2. */
    public boolean isSecondVersion() {
        return this != HTTP_1_1;
    }

    /** What people call it, such as {@code HTTP/2}. */
    public String words() {
        return isSecondVersion() ? "HTTP/2" : "HTTP/1.1";
    }

    /** The scheme of the URLs that it is for; HTTP/1.1 is for both. */
    public String scheme() {
        return scheme;
    }

    /** What makes curl speak so, with a space behind it; nothing where it does so anyway. */
    public String curl() {
        return curl;
    }
}
