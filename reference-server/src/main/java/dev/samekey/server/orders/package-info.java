/** Orders of several lines, and cancellations. */
@NullMarked
package dev.samekey.server.orders;

import org.jspecify.annotations.NullMarked;
