/** What stands between caller and service, judged by what arrived: probes make a history, and each clause is a function of it. */
@NullMarked
package dev.samekey.steps.judge.path;

import org.jspecify.annotations.NullMarked;
