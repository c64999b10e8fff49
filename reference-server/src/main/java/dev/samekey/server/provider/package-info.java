/** Whoever moves the money, as this server sees it. */
@NullMarked
package dev.samekey.server.provider;

import org.jspecify.annotations.NullMarked;
