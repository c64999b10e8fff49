/** Where the database comes from, and its migrations. */
@NullMarked
package dev.samekey.server.database;

import org.jspecify.annotations.NullMarked;
