/** What is kept of the things that requests make, and how it is looked at again. */
@NullMarked
package dev.samekey.server.resources;

import org.jspecify.annotations.NullMarked;
