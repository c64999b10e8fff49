/** Who is calling: tokens of principals, and signatures over deliveries. */
@NullMarked
package dev.samekey.server.security;

import org.jspecify.annotations.NullMarked;
