/** What a defect is, and what the defects of several groups are made of. */
@NullMarked
package dev.samekey.defects.common;

import org.jspecify.annotations.NullMarked;
