/** A run that several machines share: what each leaves behind, and how that becomes one verdict. */
@NullMarked
package dev.samekey.reports.shard;

import org.jspecify.annotations.NullMarked;
