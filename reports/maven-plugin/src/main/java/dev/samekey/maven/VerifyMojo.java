package dev.samekey.maven;

import dev.samekey.reports.cli.ClauseChoice;
import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Judges the API of a target file, as {@code samekey verify} does, and writes the reports. The build fails where the gate of the
 * target file does.
 */
@Mojo(name = "verify", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class VerifyMojo extends AbstractMojo {
    /** The target file. */
    @Parameter(property = "samekey.target", defaultValue = "${project.basedir}/samekey.yaml")
    File target = new File("samekey.yaml");

    /** The one of the target file's profiles whose members count. */
    @Parameter(property = "samekey.profile")
    @Nullable
    String profile;

    /** Where the API is, in place of the URLs of the target file; several are replicas of one service. */
    @Parameter(property = "samekey.url")
    List<String> url = List.of();

    /** Only these clauses or groups, such as RPL and CON-1; all of them where nothing is named. */
    @Parameter(property = "samekey.clauses")
    List<String> clauses = List.of();

    /** A folder of features, whose scenarios run in place of the shipped ones. */
    @Parameter(property = "samekey.features")
    @Nullable
    File features;

    /** How long the run may take, such as 3m: what harms most is judged first. */
    @Parameter(property = "samekey.within")
    @Nullable
    String within;

    /** The folder for the reports. A report of an earlier run in it is replaced. */
    @Parameter(property = "samekey.out", defaultValue = "${project.build.directory}/samekey")
    File out = new File("target/samekey");

    /** Judges nothing. */
    @Parameter(property = "samekey.skip", defaultValue = "false")
    boolean skip;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("nothing is judged: samekey.skip is set");
            return;
        }
        try (PrintWriter lines = new PrintWriter(new LogLines(getLog()), true)) {
            Features run = features == null ? Features.shipped() : Features.in(features.toPath());
            ContractVerdict verdict = new Judge(new Console(lines))
                    .running(run)
                    .within(within)
                    .target(
                            TargetFile.read(target.toPath(), Overrides.of(profile, url), System.getenv()),
                            ClauseChoice.of(clauses, Coverage.clauses(run)),
                            out.toPath());
            switch (verdict.exitCode()) {
                case 0 -> {}
                case 1 -> throw new MojoFailureException("the contract is not kept\n" + said(verdict));
                default -> throw new MojoExecutionException("the contract could not be judged\n" + said(verdict));
            }
        } catch (BadFile | CannotRun message) {
            throw new MojoExecutionException(message.getMessage(), message);
        }
    }

    private String said(ContractVerdict verdict) {
        return String.join("\n", verdict.whyItFails()) + "\nreport: "
                + out.toPath().resolve("contract-matrix.html");
    }
}
