/** The defects that break a clause on the scope of keys (SCP). */
@NullMarked
package dev.samekey.defects.scope;

import org.jspecify.annotations.NullMarked;
