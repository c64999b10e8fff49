/** A small device between callers and one service: it sends each request on once, and passes on each response as it is. */
@NullMarked
package dev.samekey.device;

import org.jspecify.annotations.NullMarked;
