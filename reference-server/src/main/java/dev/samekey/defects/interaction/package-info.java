/** Defects that show only where several conditions meet, and under none of them alone. */
@NullMarked
package dev.samekey.defects.interaction;

import org.jspecify.annotations.NullMarked;
