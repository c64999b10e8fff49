package dev.samekey.server.http;

import dev.samekey.server.contract.Fault;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What is refused before it comes to a route, such as a malformed request line, is a problem document too (ERR-1). */
final class ProblemErrorHandler extends ErrorHandler {
    private final Problems problems;

    ProblemErrorHandler(Problems problems) {
        this.problems = problems;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        Answer answer = answer(code, message);
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        Content.Sink.write(response, true, answer.body(), callback);
    }

    private Answer answer(int status, @Nullable String reason) {
        Fault fault = status < 500 ? Fault.REQUEST_MALFORMED : Fault.UNEXPECTED;
        return problems.render(fault, reason == null ? "The request could not be read." : reason);
    }
}
