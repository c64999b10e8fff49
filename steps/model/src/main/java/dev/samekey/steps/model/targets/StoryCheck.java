package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Target.Counterpart;
import dev.samekey.steps.model.targets.Target.Place;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the types alone do not say of the places where the id of an operation is found. */
record StoryCheck(YamlFile file, Target target) {
    void all() {
        target.story().forEach(this::one);
    }

    private void one(String name, Place place) {
        long kinds = Stream.of(place.sql(), place.counterpart(), place.log())
                .filter(Objects::nonNull)
                .count();
        if (kinds != 1) {
            throw file.error(List.of("story", name), "should have one of sql, counterpart and log");
        }
        mustBePointer(name, "id", place.id());
        mustBePointer(name, "when", place.when());
        mustBePointer(name, "what", place.what());
        if (place.log() != null && place.id() == null) {
            throw file.error(List.of("story", name), "a line of the log needs the member «id»");
        }
        if (place.counterpart() != null) {
            call(name, place, place.counterpart());
        }
    }

    private void call(String name, Place place, String counterpart) {
        Counterpart form = target.counterparts().get(counterpart);
        if (form == null) {
            throw file.error(
                    List.of("story", name, "counterpart"),
                    "the counterpart «" + counterpart + "» is not known"
                            + Nearest.hint(counterpart, target.counterparts().keySet()));
        }
        if (place.id() == null && form.key() == null) {
            throw file.error(
                    List.of("story", name),
                    "a call at «" + counterpart + "» has no key: say with «id» where it has the operation's");
        }
    }

    private void mustBePointer(String name, String member, @Nullable String pointer) {
        if (pointer != null && !pointer.startsWith("/")) {
            throw file.error(
                    List.of("story", name, member), "«" + pointer + "» is no JSON pointer such as /" + pointer);
        }
    }
}
