/** The command line, where everything is put together. */
@NullMarked
package dev.samekey.server.cli;

import org.jspecify.annotations.NullMarked;
