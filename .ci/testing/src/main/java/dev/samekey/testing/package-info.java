/** What the tests of all modules share. */
@NullMarked
package dev.samekey.testing;

import org.jspecify.annotations.NullMarked;
