/** Dialects: contracts as YAML files, which the server reads to know what to speak. */
@NullMarked
package dev.samekey.server.dialect;

import org.jspecify.annotations.NullMarked;
