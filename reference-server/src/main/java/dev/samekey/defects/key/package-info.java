/** The defects that break a clause on keys (KEY). */
@NullMarked
package dev.samekey.defects.key;

import org.jspecify.annotations.NullMarked;
