package dev.samekey.steps.http;

import static io.restassured.config.HttpClientConfig.httpClientConfig;

import io.restassured.RestAssured;
import io.restassured.config.DecoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.impl.client.AbstractHttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.params.CoreConnectionPNames;

/** Sends what only reads, by REST Assured. */
final class ReadDriver implements Driver {
    private final int millis;

    /** @param limit for each wait */
    ReadDriver(Duration limit) {
        this.millis = Math.toIntExact(limit.toMillis());
    }

    @Override
    public Sending prepare(Request request, URI replica) {
        return new Leaving(request, replica, clientThatSendsOnce());
    }

    @SuppressWarnings("deprecation") // REST Assured takes no other kind of client.
    private record Leaving(Request request, URI replica, AbstractHttpClient client) implements Sending {
        @Override
        public Answer answer(Runnable leaving) {
            client.addRequestInterceptor((request, context) -> leaving.run());
            Response response = specification().request(request.method(), request.path());
            List<Header> headers = response.headers().asList().stream()
                    .map(header -> new Header(header.getName(), header.getValue()))
                    .toList();
            return Answer.of(response.statusCode(), headers, response.asByteArray());
        }

        private RequestSpecification specification() {
            RestAssuredConfig config = RestAssured.config()
                    .httpClient(httpClientConfig().httpClientFactory(() -> client))
                    .decoderConfig(new DecoderConfig().noContentDecoders());
            RequestSpecification specification = RestAssured.given()
                    .config(config)
                    .baseUri(replica.toString())
                    .urlEncodingEnabled(false)
                    .redirects()
                    .follow(false);
            request.headers().forEach(header -> specification.header(header.name(), header.value()));
            return specification;
        }

        @Override
        public void cut() {
            client.getConnectionManager().shutdown();
        }
    }

    @SuppressWarnings("deprecation") // REST Assured takes no other kind of client.
    private AbstractHttpClient clientThatSendsOnce() {
        AbstractHttpClient client = new DefaultHttpClient();
        client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
        client.getParams().setIntParameter(CoreConnectionPNames.CONNECTION_TIMEOUT, millis);
        client.getParams().setIntParameter(CoreConnectionPNames.SO_TIMEOUT, millis);
        client.getParams().setBooleanParameter(ClientPNames.HANDLE_REDIRECTS, false);
        return client;
    }
}
