/** What the resources of the API have in common: tables, lookups, the ledger. Each kind has a package of its own. */
@NullMarked
package dev.samekey.server.resources;

import org.jspecify.annotations.NullMarked;
