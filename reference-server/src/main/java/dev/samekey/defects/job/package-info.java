/** The defects that break a clause on jobs (JOB). */
@NullMarked
package dev.samekey.defects.job;

import org.jspecify.annotations.NullMarked;
