/** The defects that break a clause on the store (STO). */
@NullMarked
package dev.samekey.defects.storage;

import org.jspecify.annotations.NullMarked;
