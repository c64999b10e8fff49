/** What the server promises: header names, statuses, codes and lifetimes, in one place. */
@NullMarked
package dev.samekey.server.contract;

import org.jspecify.annotations.NullMarked;
