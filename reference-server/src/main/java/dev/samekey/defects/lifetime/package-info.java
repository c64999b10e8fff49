/** The defects that break a clause on the lifetime of keys (TTL). */
@NullMarked
package dev.samekey.defects.lifetime;

import org.jspecify.annotations.NullMarked;
