/** Who is calling. */
@NullMarked
package dev.samekey.server.security;

import org.jspecify.annotations.NullMarked;
