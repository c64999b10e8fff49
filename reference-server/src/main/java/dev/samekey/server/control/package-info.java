/** What tests may do to a server: move its clock, and run its cleanup. */
@NullMarked
package dev.samekey.server.control;

import org.jspecify.annotations.NullMarked;
