package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.reports.verdict.Baseline;
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
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.print.PrintOptions;

/** The contract matrix as a browser shows it. Skipped where no {@code chromedriver} is on the path. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MatrixInBrowserTest {
    /** More operations than a narrow screen has room for. */
    private static final int OPERATIONS = 12;

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

    /** What reaches over the right edge of the page, but for what can be scrolled in its own box. */
    private static final String TOO_WIDE = """
            return [...document.body.querySelectorAll('*')]
                .filter(element => element.checkVisibility())
                .filter(element => !element.closest('.spoken'))
                .filter(element => getComputedStyle(element.closest('.scroll') ?? element).overflowX !== 'auto'
                    || element.matches('.scroll'))
                .filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                .map(element => element.outerHTML.slice(0, 200));
            """;

    private static final String BROKEN_LINKS = """
            return [...document.querySelectorAll('a')].map(link => link.getAttribute('href'))
                .filter(href => href.startsWith('#') && !document.getElementById(href.slice(1)));
            """;

    private @Nullable ChromeDriver driver;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        Optional<Path> program = onThePath("chromedriver");
        assumeTrue(program.isPresent(), "no chromedriver is on the path");
        ScenarioResult[] scenarios = IntStream.range(0, OPERATIONS)
                .boxed()
                .flatMap(i -> Stream.of(
                        scenario("RPL-1", "operation-" + i, Verdict.BROKEN),
                        scenario("RPL-2", "operation-" + i, Verdict.HELD),
                        scenario("RPL-3", "operation-" + i, Verdict.INCONCLUSIVE),
                        scenario("RPL-4", "operation-" + i, Verdict.HARNESS_ERROR),
                        scenario("RPL-5", "operation-" + i, Verdict.NOT_CHECKED)))
                .toArray(ScenarioResult[]::new);
        Set<String> clauses = Set.of("RPL-1", "RPL-2", "RPL-3", "RPL-4", "RPL-5");
        new Reports(null).write(verdict("", Baseline.NONE, clauses, scenarios), folder);
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
        driver.get(folder.resolve("contract-matrix.html").toUri().toString());
    }

    @AfterAll
    void close() {
        if (driver != null) {
            driver.quit();
        }
    }

    @ParameterizedTest
    @CsvSource({"360, screen", "768, screen", "1280, screen", "700, print"})
    void nothing_is_wider_than_a_phone_a_tablet_a_desk_or_a_sheet(int width, String media) {
        show(width, media, "light");
        openAll();
        assertThat((List<?>) run(TOO_WIDE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"screen, light", "screen, dark", "print, light", "print, dark"})
    @SuppressWarnings("unchecked")
    void every_text_can_be_read_in_light_in_dark_and_on_paper(String media, String scheme) {
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
        browser().navigate().refresh();
        assertThat(run("return document.querySelector('#RPL-1 > details').checkVisibility()"))
                .isEqualTo(true);
        assertThat(run("return document.querySelector('#RPL-2 > details').checkVisibility()"))
                .isEqualTo(false);
        assertThat(run("return document.querySelector('footer').checkVisibility()"))
                .isEqualTo(false);
        byte[] pdf =
                Base64.getDecoder().decode(browser().print(new PrintOptions()).getContent());
        assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    }

    @Test
    void the_page_asks_for_nothing() {
        browser().navigate().refresh();
        openAll();
        assertThat((List<?>) run("return performance.getEntriesByType('resource').map(one => one.name)"))
                .isEmpty();
    }

    @Test
    void what_is_broken_is_open_and_what_held_is_not() {
        browser().navigate().refresh();
        assertThat(run("return [...document.querySelectorAll('#RPL-1 > details')].every(one => one.open)"))
                .isEqualTo(true);
        assertThat(run("return [...document.querySelectorAll('#RPL-2 > details')].some(one => one.open)"))
                .isEqualTo(false);
    }

    @Test
    void every_link_within_the_page_leads_somewhere() {
        assertThat((List<?>) run(BROKEN_LINKS)).isEmpty();
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
