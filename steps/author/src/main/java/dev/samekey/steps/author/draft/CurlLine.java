package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.process.CannotRun;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A request as a curl line writes it.
 *
 * @param tls the files of a certificate, as {@code tls} of a target file has them; empty where there are none
 * @param sign how the request is signed, as {@code sign} of a principal has it; empty where it is not
 * @param remarks what of the line does not count here, in sentences
 */
public record CurlLine(RecordedRequest request, ObjectNode tls, ObjectNode sign, List<String> remarks) {
    static final String PLACE = "the curl line";

    public CurlLine {
        remarks = List.copyOf(remarks);
    }

    /** Scheme, host and port. */
    URI base() {
        return URI.create(request.base());
    }

    /**
     * Reads a line. It runs nothing and sends nothing.
     *
     * @param words those of the line, as a shell divides it; or the whole line as one word
     * @param folder where the files of {@code -d @file} are looked for
     * @throws CannotRun when it is no line that changes something at one URL; the message says what to write
     */
    public static CurlLine of(List<String> words, Path folder) {
        mustBeCurl(words.isEmpty() ? "" : ShellWords.withoutPrompt(words.get(0)));
        boolean isWhole = words.size() == 1 && words.get(0).strip().contains(" ");
        List<String> divided = isWhole ? ShellWords.of(words.get(0)) : words;
        return new CurlOptions(folder).read(divided);
    }

    /** Other tools have other options: what to do about them is known. */
    private static void mustBeCurl(String begin) {
        String first = begin.split("\\s", 2)[0].toLowerCase(Locale.ROOT);
        if (List.of("http", "https", "xh", "xhs").contains(first)) {
            throw new CannotRun(
                    "the line is one of HTTPie: «" + first + " --offline …» shows what it sends; write that as"
                            + " curl -X POST URL -H 'Name: value' -d '{…}'");
        }
        boolean isPowerShell = first.matches("(invoke-(webrequest|restmethod)|iwr|irm|\\$\\w+)(\\W.*)?");
        if (isPowerShell || first.startsWith("fetch(") || first.equals("await")) {
            throw new CannotRun("the line is one of "
                    + (isPowerShell ? "PowerShell" : "JavaScript")
                    + ", and no curl line. In the developer tools of the browser choose «Copy as cURL», or write it as"
                    + " curl -X POST URL -H 'Name: value' -d '{…}'");
        }
    }
}
