package dev.samekey.reports.render;

import dev.samekey.reports.verdict.ContractVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes all reports of a verdict into one folder. */
public final class Reports {
    private final @Nullable String allure;

    /**
     * @param allure where the Allure report will be, as a path or URL from the folder of the reports; without it nothing is
     *     written for Allure
     */
    public Reports(@Nullable String allure) {
        this.allure = allure;
    }

    public void write(ContractVerdict verdict, Path out) throws IOException {
        write(verdict, out, out);
    }

    /** @param earlier the folder of earlier runs, with the history of their Allure report */
    public void write(ContractVerdict verdict, Path out, Path earlier) throws IOException {
        Files.createDirectories(out);
        EvidenceFiles evidence = EvidenceFiles.write(verdict, out);
        new VerdictJson().write(verdict, evidence, out.resolve("verdict.json"));
        new Matrix(allure).write(verdict, evidence, out);
        new JUnitXml().write(verdict, evidence, out.resolve("junit.xml"));
        if (allure != null) {
            new AllureResults(out, evidence).write(verdict, earlier);
        }
    }
}
