/** The command line. */
@NullMarked
package dev.samekey.reports.cli;

import org.jspecify.annotations.NullMarked;
