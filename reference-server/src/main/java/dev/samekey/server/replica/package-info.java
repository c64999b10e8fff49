/** One replica, composed of its parts. */
@NullMarked
package dev.samekey.server.replica;

import org.jspecify.annotations.NullMarked;
