package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.reports.Samples;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.print.PrintOptions;

/** The contract matrix as a browser shows it. Skipped where no {@code chromedriver} is on the path. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MatrixInBrowserTest {
    /** As many operations as have a column each, and many more. */
    private static final int FEW = 10;

    private static final int MANY = 50;

    /** So many sheets somebody reads. */
    private static final int MOST_SHEETS = 10;

    /** Each text that is seen, with the contrast to its ground as WCAG 2 reckons it. */
    private static final String CONTRASTS = """
            const parts = colour => colour.match(/[\\d.]+/g).map(Number);
            const luminance = colour => parts(colour).slice(0, 3)
                .map(part => part / 255)
                .map(part => part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
                .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
            const clear = colour => parts(colour)[3] === 0;
            const ground = element => {
              const colour = getComputedStyle(element).backgroundColor;
              return clear(colour) && element.parentElement ? ground(element.parentElement) : colour;
            };
            return [...document.body.querySelectorAll('*')]
                .filter(element => element.checkVisibility())
                .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
                .map(element => {
                  const [ink, paper] = [getComputedStyle(element).color, ground(element)].map(luminance);
                  const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
                  return {text: element.textContent.trim(), contrast: Number(contrast)};
                });
            """;

    /** What reaches over the right edge of the page, and what a box cuts off or has scrolled. */
    private static final String CUT = """
            const seen = [...document.body.querySelectorAll('*')]
                .filter(element => element.checkVisibility())
                .filter(element => !element.closest('.spoken') && !element.closest('svg'));
            return seen
                .filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
                    || (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
                    || (element.matches('th, td') && element.getBoundingClientRect().right
                        > element.closest('main').getBoundingClientRect().right + 0.5))
                .map(element => element.outerHTML.slice(0, 200));
            """;

    private static final String BROKEN_LINKS = """
            return [...document.querySelectorAll('a')].map(link => link.getAttribute('href'))
                .filter(href => href.startsWith('#') && !document.getElementById(href.slice(1)));
            """;

    private @Nullable ChromeDriver driver;
    private Path folder = Path.of("");

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        Optional<Path> program = onThePath("chromedriver");
        assumeTrue(program.isPresent(), "no chromedriver is on the path");
        write(FEW, folder.resolve("few"));
        write(MANY, folder.resolve("many"));
        ScenarioResult[] hostile = {
            Samples.with(
                    "<img src=x onerror=\"window.executed=1\"></script> " + "name ".repeat(2_000),
                    scenario(
                            "RPL-1",
                            "שלום",
                            Verdict.BROKEN,
                            "\u202egnp.exe \u001b[31m \u0000 <script>window.executed=1</script> " + "x".repeat(10_000)))
        };
        new Reports(null).write(verdict("", Baseline.NONE, clauses(hostile), hostile), folder.resolve("hostile"));
        ScenarioResult[] whole = whole();
        new Reports(null).write(verdict("", Baseline.NONE, clauses(whole), whole), folder.resolve("whole"));
        this.folder = folder;
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(program.get().toFile())
                        .build(),
                // Nothing but the page is asked for.
                new ChromeOptions()
                        .addArguments(
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync"));
        open("few");
    }

    private static void write(int operations, Path folder) throws IOException {
        ScenarioResult[] scenarios = IntStream.range(0, operations)
                .boxed()
                .flatMap(i -> Stream.of(
                        scenario("RPL-1", "operation-" + i, Verdict.BROKEN),
                        scenario("RPL-2", "operation-" + i, Verdict.HELD),
                        scenario("RPL-3", "operation-" + i, i % 3 == 0 ? Verdict.INCONCLUSIVE : Verdict.HELD),
                        scenario("RPL-4", "operation-" + i, Verdict.HARNESS_ERROR),
                        scenario("RPL-5", "operation-" + i, Verdict.NOT_CHECKED)))
                .toArray(ScenarioResult[]::new);
        new Reports(null).write(verdict("", Baseline.NONE, clauses(scenarios), scenarios), folder);
    }

    /** All clauses for eight operations; each fifth is broken for three of them. */
    private static ScenarioResult[] whole() {
        List<String> clauses = Catalogue.shipped().all().stream()
                .filter(clause -> !"client".equals(clause.side()) && clause.isJudged() && !clause.isDerived())
                .map(Clause::id)
                .toList();
        return IntStream.range(0, clauses.size())
                .boxed()
                .flatMap(i -> IntStream.range(0, 8)
                        .mapToObj(j -> scenario(
                                clauses.get(i),
                                "operation-" + j,
                                i % 5 == 0 && j < 3
                                        ? Verdict.BROKEN
                                        : i % 5 == 1 && j < 2 ? Verdict.INCONCLUSIVE : Verdict.HELD)))
                .toArray(ScenarioResult[]::new);
    }

    private static Set<String> clauses(ScenarioResult... scenarios) {
        return Stream.of(scenarios)
                .flatMap(scenario -> scenario.clauses().stream())
                .collect(Collectors.toSet());
    }

    private void open(String page) {
        browser()
                .get(folder.resolve(page)
                        .resolve("contract-matrix.html")
                        .toUri()
                        .toString());
    }

    @AfterAll
    void close() {
        if (driver != null) {
            driver.quit();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "360, screen",
        "390, screen",
        "768, screen",
        "1024, screen",
        "1280, screen",
        "1400, screen",
        "700, print"
    })
    void nothing_is_wider_than_a_phone_a_tablet_a_desk_or_a_sheet_and_no_column_is_cut(int width, String media) {
        for (String page : List.of("few", "many", "whole", "hostile")) {
            open(page);
            show(width, media, "light");
            openAll();
            assertThat((List<?>) run(CUT)).as(page).isEmpty();
        }
    }

    @Test
    void a_run_of_all_clauses_fits_on_a_few_sheets() {
        open("whole");
        show(700, "print", "light");
        byte[] pdf =
                Base64.getDecoder().decode(browser().print(new PrintOptions()).getContent());
        assertThat(new String(pdf, StandardCharsets.ISO_8859_1).split("/Type /Page\\b", -1).length - 1)
                .isBetween(2, MOST_SHEETS);
    }

    @Test
    void the_names_of_many_operations_are_folded() {
        open("many");
        show(1400, "screen", "light");
        assertThat(run("return document.querySelector('.findings details').innerText"))
                .isEqualTo("for 50 operations");
        assertThat(run("return document.querySelectorAll('table tbody tr')[0].innerText.trim().replace(/\\s+/g, ' ')"))
                .isEqualTo("RPL-1 ✗ broken Same status on replay MUST ✗ broken all 50 operations");
    }

    @ParameterizedTest
    @CsvSource({"screen, light", "screen, dark", "print, light", "print, dark"})
    @SuppressWarnings("unchecked")
    void every_text_can_be_read_in_light_in_dark_and_on_paper(String media, String scheme) {
        open("few");
        show(1280, media, scheme);
        openAll();
        List<Map<String, Object>> texts = (List<Map<String, Object>>) run(CONTRASTS);
        assertThat(texts).extracting(text -> text.get("text")).contains("Clauses by operations", "✗ broken");
        assertThat(texts)
                .allSatisfy(text -> assertThat(((Number) Objects.requireNonNull(text.get("contrast"))).doubleValue())
                        .isGreaterThan(4.5));
    }

    @Test
    void it_is_dark_for_who_likes_it_dark_and_white_on_paper() {
        show(1280, "screen", "light");
        String light = ground();
        show(1280, "screen", "dark");
        assertThat(ground()).isNotEqualTo(light).isEqualTo("rgb(17, 17, 19)");
        show(1280, "print", "dark");
        assertThat(ground()).isEqualTo("rgb(255, 255, 255)");
    }

    @Test
    void a_sheet_shows_what_was_open_and_no_link_to_other_files() {
        show(700, "print", "light");
        open("few");
        assertThat(run("return document.querySelector('#RPL-1 > details:not(.mend)').checkVisibility()"))
                .isEqualTo(true);
        assertThat(run("return document.querySelector('#RPL-2').checkVisibility()"))
                .isEqualTo(false);
        assertThat(run("return document.querySelector('footer').checkVisibility()"))
                .isEqualTo(false);
    }

    @Test
    void the_page_asks_for_nothing() {
        open("few");
        openAll();
        assertThat((List<?>) run("return performance.getEntriesByType('resource').map(one => one.name)"))
                .isEmpty();
    }

    @Test
    void the_first_that_is_broken_is_open_and_what_held_is_not() {
        open("few");
        show(1280, "screen", "light");
        assertThat(
                        run(
                                "return [...document.querySelectorAll('#RPL-1 > details:not(.mend)')].findIndex(one => !one.open)"))
                .isEqualTo(1L);
        assertThat(run("return [...document.querySelectorAll('#RPL-2 > details')].some(one => one.open)"))
                .isEqualTo(false);
    }

    @Test
    void every_link_within_the_page_leads_somewhere() {
        for (String page : List.of("few", "many", "whole", "hostile")) {
            open(page);
            assertThat((List<?>) run(BROKEN_LINKS)).isEmpty();
        }
    }

    @Test
    void the_clauses_can_be_searched_with_the_keyboard_alone() {
        open("whole");
        show(1280, "screen", "light");
        int all = ((Long) Objects.requireNonNull(run("return document.querySelectorAll('article').length"))).intValue();
        assertThat(found()).isEqualTo(all + " of " + all + " clauses");

        browser().findElement(By.name("words")).sendKeys("EFFECT rpl-4");
        assertThat(seen()).containsExactly("RPL-4");
        assertThat(found()).isEqualTo("1 of " + all + " clauses");

        browser().findElement(By.cssSelector("#find button")).sendKeys(Keys.SPACE);
        choose("verdict", "broken");
        choose("group", "RPL");
        assertThat(seen()).isNotEmpty().allMatch(id -> id.startsWith("RPL-")).hasSizeLessThan(10);
        assertThat((List<?>) run("return [...document.querySelectorAll('main section')]"
                        + ".filter(one => one.checkVisibility() && !one.innerText.includes('RPL-'))"))
                .isEmpty();
    }

    @Test
    void an_operation_is_chosen_with_its_own_verdict() {
        open("few");
        choose("operation", "operation-1");
        assertThat(seen()).hasSize(5);
        choose("verdict", "held");
        assertThat(seen()).as("inconclusive for others").containsExactlyInAnyOrder("RPL-2", "RPL-3");
    }

    @Test
    void a_link_to_a_clause_that_is_not_shown_shows_all() {
        open("few");
        choose("verdict", "held");
        assertThat(run("return document.querySelector('#RPL-1').checkVisibility()"))
                .isEqualTo(false);
        browser().executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                addEventListener('hashchange', () => setTimeout(done), {once: true});
                document.querySelector('.findings a[href="#RPL-1"]').click();
                """);
        assertThat(seen()).hasSize(5);
    }

    @Test
    void what_a_target_says_is_shown_and_never_executed() {
        open("hostile");
        show(390, "screen", "light");
        openAll();
        assertThat(run("return window.executed")).isNull();
        assertThat((List<?>) run("return [...document.querySelectorAll('img, script:not(:last-of-type), b')]"))
                .isEmpty();
        assertThat(String.valueOf(run("return document.querySelector('#RPL-1').innerText")))
                .contains(
                        "<img src=x onerror=\"window.executed=1\"></script>",
                        "\\u202egnp.exe",
                        "\\u001b[31m",
                        "\\u0000",
                        "שלום");
        assertThat((List<?>) run(CUT)).isEmpty();
        assertThat(String.valueOf(run("return document.body.innerText")).length())
                .as("a name of 10,000 characters is not on the page in full each time")
                .isLessThan(30_000);
    }

    private List<String> seen() {
        return ((List<?>)
                        Objects.requireNonNull(
                                run(
                                        "return [...document.querySelectorAll('article')].filter(one => one.checkVisibility()).map(one => one.id)")))
                .stream().map(String::valueOf).toList();
    }

    private String found() {
        return browser().findElement(By.id("found")).getText();
    }

    private void choose(String name, String option) {
        browser().findElement(By.name(name)).sendKeys(option);
    }

    private void show(int width, String media, String scheme) {
        browser()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", 740, "deviceScaleFactor", 1, "mobile", width < 500));
        browser()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of(
                                "media",
                                media,
                                "features",
                                List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private void openAll() {
        run("document.querySelectorAll('details').forEach(one => one.open = true)");
    }

    private String ground() {
        return String.valueOf(run("return getComputedStyle(document.body).backgroundColor"));
    }

    private @Nullable Object run(String script) {
        return browser().executeScript(script);
    }

    private ChromeDriver browser() {
        return Objects.requireNonNull(driver);
    }

    private static Optional<Path> onThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
