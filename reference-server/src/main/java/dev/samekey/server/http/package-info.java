/** Calls, answers and routes as plain values, the HTTP server that carries them, and the OpenAPI document. */
@NullMarked
package dev.samekey.server.http;

import org.jspecify.annotations.NullMarked;
