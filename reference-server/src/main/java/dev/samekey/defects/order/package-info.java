/** Defects that show only where one event follows another in the life of a key, and in neither of them alone. */
@NullMarked
package dev.samekey.defects.order;

import org.jspecify.annotations.NullMarked;
