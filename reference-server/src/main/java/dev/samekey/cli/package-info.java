/** The command line, where everything is put together. */
@NullMarked
package dev.samekey.cli;

import org.jspecify.annotations.NullMarked;
