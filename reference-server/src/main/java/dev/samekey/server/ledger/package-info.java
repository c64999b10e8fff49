/** The ledger: what happened, in money. */
@NullMarked
package dev.samekey.server.ledger;

import org.jspecify.annotations.NullMarked;
