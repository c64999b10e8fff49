/** Defects of the client: each breaks one clause. The client knows none of them. */
@NullMarked
package dev.samekey.client.defects;

import org.jspecify.annotations.NullMarked;
