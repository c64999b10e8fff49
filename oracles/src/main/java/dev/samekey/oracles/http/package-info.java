/** The plain GET of the oracles that read over HTTP. */
@NullMarked
package dev.samekey.oracles.http;

import org.jspecify.annotations.NullMarked;
