/** Orders of several lines, and cancellations. */
@NullMarked
package dev.samekey.server.resources.orders;

import org.jspecify.annotations.NullMarked;
