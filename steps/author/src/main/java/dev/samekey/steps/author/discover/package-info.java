/** Which dialect an API follows, asked of the API itself. */
@NullMarked
package dev.samekey.steps.author.discover;

import org.jspecify.annotations.NullMarked;
