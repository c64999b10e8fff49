import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Apache HttpClient 5, with its DefaultHttpRequestRetryStrategy. By its Javadoc a derived class says which requests count as
 * idempotent and which statuses are retried; the exceptions that are not retried are those of the default. It has one interval
 * and no jitter. It knows nothing of keys, so the key is made here, once for each operation. It does not report how often it
 * sent.
 */
public final class ApacheHttpClient {
    private static final class WithKey extends DefaultHttpRequestRetryStrategy {
        WithKey() {
            super(
                    4,
                    TimeValue.ofMilliseconds(200),
                    List.of(
                            InterruptedIOException.class,
                            UnknownHostException.class,
                            ConnectException.class,
                            ConnectionClosedException.class,
                            NoRouteToHostException.class,
                            SSLException.class),
                    List.of(429, 500, 502, 503, 504));
        }

        @Override
        protected boolean handleAsIdempotent(HttpRequest request) {
            return request.containsHeader("Idempotency-Key");
        }
    }

    public static void main(String[] args) throws Exception {
        Timeout second = Timeout.ofSeconds(1);
        CloseableHttpClient client = HttpClients.custom()
                .setRetryStrategy(new WithKey())
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(200)
                        .setMaxConnPerRoute(200)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(second)
                                .setSocketTimeout(second)
                                .build())
                        .build())
                .build();
        Protocol.serve(payload -> {
            HttpPost request = new HttpPost(Protocol.URL + "/payments");
            request.setHeader("Idempotency-Key", UUID.randomUUID());
            request.setEntity(new StringEntity(payload.toString(), ContentType.APPLICATION_JSON));
            return client.execute(
                    request,
                    response -> Protocol.Outcome.of(response.getCode(), EntityUtils.toString(response.getEntity()), null));
        });
    }
}
