package dev.samekey.oracles.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A SQL text with named parameters ({@code :reference}) as JDBC takes it. A cast ({@code ::text}) is no parameter. */
record Statement(String sql, List<String> values) {
    private static final Pattern PARAMETER = Pattern.compile("'[^']*'|\"[^\"]*\"|::|:([A-Za-z_]\\w*)");

    static Statement of(String text, Map<String, String> parameters) {
        List<String> values = new ArrayList<>();
        String sql = PARAMETER.matcher(text).replaceAll(found -> {
            String name = found.group(1);
            if (name == null) {
                return Matcher.quoteReplacement(found.group());
            }
            String value = parameters.get(name);
            if (value == null) {
                throw new IllegalArgumentException("the query names :" + name + ", known are :"
                        + String.join(", :", new TreeSet<>(parameters.keySet())));
            }
            values.add(value);
            return "?";
        });
        return new Statement(sql, List.copyOf(values));
    }
}
