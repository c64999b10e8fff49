package dev.samekey.steps.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFileTest {
    record House(
            @JsonProperty(required = true) String name,
            @Nullable Integer roomCount,
            @Nullable Colour colour,
            @Nullable List<Door> doors) {}

    record Waits(List<Duration> waits) {}

    record Door(@JsonProperty(required = true) String key) {}

    enum Colour {
        RED,
        BLUE
    }

    @Test
    void a_good_file_comes_as_a_record() {
        House house = as("name: h\nroom_count: 3\ncolour: red\ndoors:\n  - {key: a}\n");

        assertThat(house).isEqualTo(new House("h", 3, Colour.RED, List.of(new Door("a"))));
    }

    @Test
    void what_is_no_yaml_is_reported_with_its_line() {
        assertBad("name: h\ndoors: [a, b\n", "h.yaml:3: is not YAML: ");
        assertBad("name: h\n\tcolour: red\n", "h.yaml:2: is not YAML: ");
        assertBad("name: \"h\n", "h.yaml:2: is not YAML: ");
    }

    @Test
    void an_alias_is_reported_with_its_line_and_by_its_name() {
        assertBad("name: &h h\ncolour: *h\n", "h.yaml:2: colour: «*h» is an alias, and aliases are not followed: ");
        assertBad("doors: [&d {key: a}, *d]\n", "h.yaml:1: doors.1: «*d» is an alias");
        assertBad("name: &n {x: 1}\ndoors: {<<: *n}\n", "h.yaml:2: doors.<<: «*n» is an alias");
        assertThat(as("name: &h h\n").name()).isEqualTo("h");
    }

    @Test
    void what_is_of_another_kind_is_reported_without_the_words_of_the_parser() {
        assertBad("name: h\ndoors: many\n", "h.yaml:2: doors: should be a list, and is «many»");
        assertBad("name: h\ndoors: [a]\n", "h.yaml:2: doors.0: should be a mapping of members, and is «a»");
        assertBad("name: h\ndoors: {a: b}\n", "h.yaml:2: doors: should be a list, and is a mapping of members");
        assertBad("name: h\nroom_count: [1]\n", "h.yaml:2: room_count: should be a number, and is a list");
        assertBad("name: [h]\n", "h.yaml:1: name: should be one word or text, and is a list");
    }

    @Test
    void a_file_of_four_megabytes_is_read_and_one_of_more_than_twenty_is_reported() {
        String door = "  - {key: " + "x".repeat(1000) + "}\n";
        House house = as("name: h\ndoors:\n" + door.repeat(4 * 1024));
        assertThat(house.doors()).hasSize(4 * 1024);
        assertBad(
                "name: " + "x".repeat(20 * 1024 * 1024), "h.yaml: has 20971526 characters, and no more than 20971520");
    }

    @Test
    void what_is_no_mapping_is_reported() {
        assertBad("- name: h\n", "h.yaml:1: should be a mapping of members, such as «name: my API»");
        assertBad("just a text\n", "h.yaml:1: should be a mapping");
        assertBad("", "h.yaml:1: should be a mapping");
        assertBad("# nothing\n", "h.yaml:1: should be a mapping");
    }

    @Test
    void two_documents_are_no_file() {
        assertBad("name: h\n---\nname: i\n", "h.yaml:2: is not YAML: ");
    }

    @Test
    void a_member_that_stands_twice_is_reported_with_both_lines() {
        assertBad("name: h\nroom_count: 1\nname: i\n", "h.yaml:3: name: stands here and in line 1");
        assertBad("name: h\ndoors:\n  - key: a\n    key: b\n", "h.yaml:4: doors.0.key: stands here and in line 3");
    }

    @Test
    void an_unknown_member_is_reported_with_the_nearest_name() {
        assertBad(
                "name: h\nroomcount: 3\n",
                "h.yaml:2: roomcount: is not known; did you mean «room_count»? (known: colour, doors, name, room_count)");
        assertBad("name: h\ngarden: 3\n", "h.yaml:2: garden: is not known (known: colour, doors, name, room_count)");
    }

    @Test
    void an_unknown_member_inside_another_is_reported_with_its_path() {
        assertBad(
                "name: h\ndoors:\n  - key: a\n  - key: b\n    kei: c\n",
                "h.yaml:5: doors.1.kei: is not known; did you mean «key»? (known: key)");
    }

    @Test
    void a_missing_member_is_reported_with_the_place_where_it_is_missed() {
        assertBad("room_count: 3\n", "h.yaml:1: name: is missing");
        assertBad("name: h\ndoors:\n  - key: a\n  - {}\n", "h.yaml:4: doors.1.key: is missing");
    }

    @Test
    void a_value_of_another_type_is_reported_in_its_line() {
        assertBad("name: h\nroom_count: many\n", "h.yaml:2: room_count: «many» is no number");
        assertBad("name: h\ncolour: [red]\n", "h.yaml:2: colour: ");
        assertBad("name: h\ndoors: {key: a}\n", "h.yaml:2: doors: ");
    }

    @Test
    void an_unknown_word_is_reported_with_the_nearest_one() {
        assertBad(
                "name: h\ncolour: blu\n",
                "h.yaml:2: colour: «blu» is not known; did you mean «blue»? (known: blue, red)");
    }

    @Test
    void durations_are_written_as_people_write_them() {
        assertThat(YamlFile.of("w.yaml", "waits: [100ms, 30s, 10m, 24h, 7d]\n").as(Waits.class))
                .isEqualTo(new Waits(List.of(
                        Duration.ofMillis(100),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        Duration.ofHours(24),
                        Duration.ofDays(7))));
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> YamlFile.of("w.yaml", "waits: [5s,\n 10]\n").as(Waits.class))
                .withMessage("w.yaml:2: waits.1: «10» is no duration such as 100ms, 30s, 10m, 24h or 7d");
    }

    @Test
    void a_member_is_a_file_of_its_own_with_its_place_in_the_whole() {
        YamlFile file = YamlFile.of("h.yaml", "street: s\nhouse:\n  name: h\n  colour: blu\n");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> file.at("house").as(House.class))
                .withMessageStartingWith("h.yaml:4: house.colour: «blu» is not known; did you mean «blue»?");
    }

    @Test
    void variables_are_filled_in_wherever_they_stand() {
        YamlFile file = YamlFile.of("h.yaml", "name: \"${env:A}-${env:B}\"\ndoors: [{key: \"${env:A}\"}]\n");

        assertThat(file.withEnvironment(Map.of("A", "a$1\\", "B", "b")).as(House.class))
                .isEqualTo(new House("a$1\\-b", null, null, List.of(new Door("a$1\\"))));
    }

    @Test
    void a_missing_variable_is_reported_with_file_and_line() {
        YamlFile file = YamlFile.of("h.yaml", "name: h\ndoors:\n  - key: ${env:KEY}\n");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> file.withEnvironment(Map.of("KEYS", "x")))
                .withMessage("h.yaml:3: doors.0.key: the environment variable KEY is not set");
    }

    @Test
    void a_file_that_is_not_there_is_reported(@TempDir Path folder) {
        Path none = folder.resolve("none.yaml");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> YamlFile.read(none))
                .withMessage(none + ": there is no such file");
    }

    @Test
    void a_folder_is_no_file(@TempDir Path folder) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> YamlFile.read(folder))
                .withMessageStartingWith(folder + ": cannot be read: ");
    }

    @Test
    void a_file_is_read_by_its_path(@TempDir Path folder) throws IOException {
        Path path = Files.writeString(folder.resolve("h.yaml"), "name: hé\n");

        assertThat(YamlFile.read(path).as(House.class).name()).isEqualTo("hé");
    }

    private static House as(String text) {
        return YamlFile.of("h.yaml", text).as(House.class);
    }

    private static void assertBad(String text, String message) {
        assertThatExceptionOfType(BadFile.class).isThrownBy(() -> as(text)).withMessageStartingWith(message);
    }
}
