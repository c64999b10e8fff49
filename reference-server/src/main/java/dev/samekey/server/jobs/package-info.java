/** What is done from time to time, in runs that each happen once. */
@NullMarked
package dev.samekey.server.jobs;

import org.jspecify.annotations.NullMarked;
