/** Calls, answers and routes as plain values, and the HTTP server that carries them. */
@NullMarked
package dev.samekey.server.http;

import org.jspecify.annotations.NullMarked;
