/** The reference server that comes with the harness, started as any other target. */
@NullMarked
package dev.samekey.reports.bundled;

import org.jspecify.annotations.NullMarked;
