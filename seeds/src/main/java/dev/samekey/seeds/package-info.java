/** The CSV seeds as tables and as typed rows. */
@NullMarked
package dev.samekey.seeds;

import org.jspecify.annotations.NullMarked;
