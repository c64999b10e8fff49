/** Other services, and how they are called: once, within a bound, and never in secret. */
@NullMarked
package dev.samekey.server.remote;

import org.jspecify.annotations.NullMarked;
