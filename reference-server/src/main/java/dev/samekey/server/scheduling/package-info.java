/** What is done later, by whichever replica is there, and again until it is done. */
@NullMarked
package dev.samekey.server.scheduling;

import org.jspecify.annotations.NullMarked;
