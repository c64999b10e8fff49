package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which tokens the headers of a request may name that no principal sends. */
record TokenCheck(YamlFile file, Target target) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

    /** @throws BadFile when one of them names something else */
    void headers(List<String> path, Map<String, String> headers) {
        headers.forEach((name, value) -> {
            List<String> place = new ArrayList<>(path);
            place.add(name);
            Matcher reference = REFERENCE.matcher(value);
            while (reference.find()) {
                known(place, reference.group(1));
            }
        });
    }

    /** Who asks whether the target is ready has no token yet: the target may be the one that gives it. */
    void ready(Target.Ready ready) {
        ready.headers().forEach((name, value) -> {
            if (REFERENCE.matcher(value).find()) {
                throw file.error(
                        List.of("lifecycle", "ready", "headers", name),
                        "«" + value + "» has no value: there is no token before the target is ready. Name a path that"
                                + " answers without one");
            }
        });
    }

    private void known(List<String> place, String name) {
        Set<String> known = target.tokens().keySet();
        if (!known.contains(name)) {
            throw file.error(
                    place,
                    "${" + name + "} has no value"
                            + (known.isEmpty() ? ": no principal has a «token»" : Nearest.hint(name, known)));
        }
    }
}
