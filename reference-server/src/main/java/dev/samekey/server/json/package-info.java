/** Reading, writing and canonicalising JSON. */
@NullMarked
package dev.samekey.server.json;

import org.jspecify.annotations.NullMarked;
