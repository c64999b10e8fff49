/** The defects that break a clause on errors (ERR). */
@NullMarked
package dev.samekey.defects.error;

import org.jspecify.annotations.NullMarked;
