/**
 * A client that keeps the retry contract: one key for all attempts, the same bytes, delays with jitter, a budget, and a
 * store for what could not be sent.
 *
 * <p>The loop of attempts is Resilience4j's (2.4.0 of March 2026, Apache-2.0, on Java 17 without further libraries).
 * Failsafe has as good a loop, but its last release is 3.3.2 of June 2023. Both leave to their user what is here: keys,
 * Retry-After, a limit on the total time, the budget, and dead letters.
 *
 * <p>Nothing below repeats a request. {@code java.net.http.HttpClient} sends a POST once, unless {@code
 * jdk.httpclient.enableAllMethodRetry} is set; {@code HttpURLConnection} sends it again when the connection is closed
 * or reset, unless its body is streamed. Over HTTP/2, newer releases of the JDK may resend a request that the server
 * said it had not processed (GOAWAY): the server has not seen it, so that it is one attempt.
 */
@NullMarked
package dev.samekey.client;

import org.jspecify.annotations.NullMarked;
