/** What each request leaves behind for those who operate the server: log line, meters, span. */
@NullMarked
package dev.samekey.server.telemetry;

import org.jspecify.annotations.NullMarked;
