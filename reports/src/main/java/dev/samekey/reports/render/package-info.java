/** The verdict as console table, JSON, contract matrix, JUnit XML and Allure results. */
@NullMarked
package dev.samekey.reports.render;

import org.jspecify.annotations.NullMarked;
