/** What happens, counted. */
@NullMarked
package dev.samekey.server.analytics;

import org.jspecify.annotations.NullMarked;
