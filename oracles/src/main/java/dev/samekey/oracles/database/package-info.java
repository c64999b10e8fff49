/** Rows, read through JDBC in read-only transactions. */
@NullMarked
package dev.samekey.oracles.database;

import org.jspecify.annotations.NullMarked;
