/** How a connection to the target is made: whom it trusts, as whom it comes, and through whom it goes. */
@NullMarked
package dev.samekey.steps.model.net;

import org.jspecify.annotations.NullMarked;
