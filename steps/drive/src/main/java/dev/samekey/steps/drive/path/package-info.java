/** Both ends of a device: a caller before it and a service behind it, which read and write bytes as they are. */
@NullMarked
package dev.samekey.steps.drive.path;

import org.jspecify.annotations.NullMarked;
