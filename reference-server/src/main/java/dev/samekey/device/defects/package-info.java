/** Defects of the device: each breaks one clause. The device knows none of them. */
@NullMarked
package dev.samekey.device.defects;

import org.jspecify.annotations.NullMarked;
