package dev.samekey.reports.render;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Where the Allure report shows what.
 *
 * @param report the folder or URL of the report; null where there will be none
 */
record AllureLinks(@Nullable String report) {
    /** Allure's own name of the tree of suites. */
    private static final String ROOT = uid("null", "suites");

    /** The whole report, empty where there is none. */
    String all() {
        return report == null ? "" : report + "/index.html";
    }

    /** The group of its suites that has the scenarios of a clause, empty where there is no report. */
    String suite(String parentSuite, String suite) {
        return report == null ? "" : all() + "#suites/" + uid(uid(ROOT, parentSuite), suite);
    }

    /** Allure names a group by its own name and the name of the group around it. */
    private static String uid(String parent, String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            return HexFormat.of().formatHex(digest.digest((parent + name).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
