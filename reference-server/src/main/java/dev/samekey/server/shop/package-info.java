/** A shop that knows no keys, and what keeps it from being asked twice. */
@NullMarked
package dev.samekey.server.shop;

import org.jspecify.annotations.NullMarked;
