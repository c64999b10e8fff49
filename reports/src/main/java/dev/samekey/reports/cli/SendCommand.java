package dev.samekey.reports.cli;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Aftermath;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends one request, signed at that moment as a target file says. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        description = {
            "Sends one request with the credentials of a target file: a token that is fetched, a signature that is made, at that"
                    + " moment. Prints the response as «curl -i» does, and judges nothing.",
            "The options -X, -H and --data-binary are those of curl. A script that repeats a break uses it where a request is"
                    + " signed."
        },
        footer = {
            "",
            "Exit code 0: there is a response, whatever its status; 2: there is none, or nothing was sent.",
            "",
            "Examples:",
            "  samekey send --as alice -X POST -H 'Idempotency-Key: k-1' --data-binary @payment.json /payments",
            "  samekey send --event settlement -X POST -H 'webhook-id: e-1' --data-binary @event.json /webhooks"
        })
final class SendCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--target", paramLabel = "FILE", description = TargetChoice.DESCRIPTION)
    private @Nullable Path target;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The one of the target file's «profiles» whose members count, such as staging.")
    private @Nullable String profile;

    @Option(
            names = "--as",
            paramLabel = "PRINCIPAL",
            description =
                    "Who sends, as the target file names them: with their headers, their token and their signature.")
    private @Nullable String principal;

    @Option(
            names = "--event",
            paramLabel = "OPERATION",
            description =
                    "The operation of the role «event» whose producer signs the request, with «delivery.signature».")
    private @Nullable String event;

    @Option(
            names = {"-X", "--request"},
            paramLabel = "METHOD",
            description = "Default: POST with a body, GET without.")
    private @Nullable String method;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "HEADER",
            description = "Such as «Idempotency-Key: k-1»; «Name;» has no value.")
    private List<String> headers = List.of();

    @Option(
            names = {"-d", "--data-binary"},
            paramLabel = "BODY",
            description = "As it is sent; @FILE is the content of a file, which is not changed.")
    private @Nullable String data;

    @Parameters(
            paramLabel = "URL",
            description =
                    "Where it goes: a path, such as /payments, at the first of the target file's «urls»; or a whole URL.")
    private String place = "";

    @Override
    public Integer call() {
        if (principal == null && event == null) {
            throw new CannotRun(
                    "name who signs: --as with a principal of the target file, or --event with an operation");
        }
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Console console = new Console(command.getErr());
        TargetFile file = TargetFile.read(
                TargetChoice.required(target, console), new Overrides(profile, List.of(), List.of()), System.getenv());
        URI url = url(file.target());
        URI origin = URI.create(url.getScheme() + "://" + url.getRawAuthority());
        Request request = request(file.target(), url);
        PrintWriter out = command.getOut();
        Duration limit = file.target().limits().answerLimit();
        try (PrincipalCredentials credentials = new PrincipalCredentials(file, limit);
                Wire wire = new Wire(
                        limit,
                        Brokers.none(),
                        file.network(),
                        Pace.unbound(),
                        file.target()::requireWrites,
                        unused -> {},
                        credentials,
                        Aftermath.NONE)) {
            print(wire.send(request, origin), out);
        } catch (Judgement refused) {
            throw new CannotRun(refused.reason()
                    + refused.facts().stream()
                            .map(fact -> ": " + fact.value())
                            .findFirst()
                            .orElse(""));
        }
        return 0;
    }

    private URI url(Target file) {
        try {
            URI url = place.startsWith("/") ? URI.create(file.urls().get(0) + place) : URI.create(place);
            if (url.getHost() == null) {
                throw new CannotRun("«" + place + "» is no path, such as /payments, and no URL");
            }
            return url;
        } catch (IllegalArgumentException none) {
            throw new CannotRun("«" + place + "» is no path, such as /payments, and no URL: " + none.getMessage());
        }
    }

    private Request request(Target file, URI url) {
        Content content = content();
        String path = (url.getRawPath().isEmpty() ? "/" : url.getRawPath())
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        List<Header> all = new ArrayList<>();
        headers.forEach(header -> all.add(header(header)));
        String sender = principal;
        if (sender != null) {
            Target.Principal who = file.principals().get(sender);
            if (who == null) {
                throw unknown("principal", sender, file.principals().keySet());
            }
            all.addAll(PrincipalCredentials.headers(sender, who));
        }
        String verb = method != null ? method : content == null ? "GET" : "POST";
        Request request = new Request(verb, path, all, content, null);
        return event == null ? request : new Producer(InstantSource.system()).signed(delivery(file, event), request);
    }

    private static Delivery delivery(Target file, String name) {
        Operation operation = file.operations().get(name);
        if (operation == null) {
            throw unknown("operation", name, file.operations().keySet());
        }
        Delivery delivery = operation.delivery();
        if (delivery == null || delivery.signature() == null) {
            throw new CannotRun("the operation «" + name
                    + "» of the target file has no «delivery.signature»: send it with" + " curl");
        }
        return delivery;
    }

    private static CannotRun unknown(String what, String name, Collection<String> known) {
        return new CannotRun(
                "the target file has no " + what + " «" + name + "»" + Nearest.offer(name, List.copyOf(known)));
    }

    private static Header header(String line) {
        int colon = line.indexOf(':');
        if (colon > 0) {
            return new Header(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
        if (line.endsWith(";") && line.length() > 1) {
            return new Header(line.substring(0, line.length() - 1), "");
        }
        throw new CannotRun("«" + line + "» is no header, such as «Idempotency-Key: k-1»");
    }

    private @Nullable Content content() {
        if (data == null || !data.startsWith("@")) {
            return data == null ? null : new Content.Text(data);
        }
        String name = data.substring(1);
        try {
            byte[] bytes = Files.readAllBytes(Path.of(name));
            return text(name, bytes);
        } catch (IOException failure) {
            throw new CannotRun("cannot read the body: " + Failures.words(failure));
        }
    }

    /** What is signed as a text where it is one, so that its letters are those of the signature. */
    private static Content text(String name, byte[] bytes) {
        try {
            return new Content.Text(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException noText) {
            return Content.File.of(name, bytes);
        }
    }

    private static void print(Exchange exchange, PrintWriter out) {
        Answer answer = exchange.answer();
        if (answer == null) {
            throw new CannotRun("there was no response: " + exchange.failure());
        }
        Stream.concat(
                        Stream.of((exchange.protocol().isSecondVersion() ? "HTTP/2 " : "HTTP/1.1 ") + answer.status()),
                        answer.headers().stream().map(Header::toString))
                .forEach(line -> out.print(line + "\r\n"));
        out.print("\r\n" + answer.body());
        out.flush();
    }
}
