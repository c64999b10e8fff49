/** How a connection to the target is made: trusted authorities, the harness's own certificate, and proxies. */
@NullMarked
package dev.samekey.steps.model.net;

import org.jspecify.annotations.NullMarked;
