package dev.samekey.steps.drive.http;

import static io.restassured.config.HttpClientConfig.httpClientConfig;

import dev.samekey.steps.model.net.Network;
import io.restassured.RestAssured;
import io.restassured.config.DecoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.conn.scheme.Scheme;
import org.apache.http.conn.ssl.SSLSocketFactory;
import org.apache.http.impl.client.AbstractHttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.params.CoreConnectionPNames;

/** Sends what only reads, by REST Assured. */
final class ReadDriver implements Driver {
    private final int millis;
    private final Network network;

    /** @param limit for each wait */
    ReadDriver(Duration limit, Network network) {
        this.millis = Math.toIntExact(limit.toMillis());
        this.network = network;
    }

    @Override
    public Sending prepare(Request request, URI replica) {
        return new Leaving(request, replica, clientThatSendsOnce(), network);
    }

    @SuppressWarnings("deprecation") // REST Assured takes no other kind of client.
    private record Leaving(Request request, URI replica, AbstractHttpClient client, Network network)
            implements Sending {
        @Override
        public Answer answer(Runnable leaving) throws IOException {
            client.addRequestInterceptor((request, context) -> leaving.run());
            Response response = specification().request(request.method(), request.path());
            List<Header> headers = response.headers().asList().stream()
                    .map(header -> new Header(header.getName(), header.getValue()))
                    .toList();
            return Answer.of(response.statusCode(), headers, Answer.body(response.asInputStream()));
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
            // REST Assured minds no planner but its own.
            for (Proxy proxy : network.proxies().select(replica)) {
                if (proxy.address() instanceof InetSocketAddress address) {
                    specification.proxy(address.getHostString(), address.getPort(), "http");
                }
            }
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
        client.getParams().setIntParameter(CoreConnectionPNames.MAX_HEADER_COUNT, WriteDriver.MOST_HEADERS);
        client.getParams().setIntParameter(CoreConnectionPNames.MAX_LINE_LENGTH, WriteDriver.LONGEST_LINE);
        client.getConnectionManager()
                .getSchemeRegistry()
                .register(new Scheme("https", 443, new SSLSocketFactory(network.tls())));
        return client;
    }
}
