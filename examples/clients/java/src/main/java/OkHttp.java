import java.time.Duration;
import java.util.UUID;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * OkHttp. Its documentation has one feature of retries, retryOnConnectionFailure, which is on by default: it recovers from
 * addresses that cannot be reached and from pooled connections that have gone. It knows nothing of keys, so the key is made
 * here, once for each operation. It does not report how often it sent.
 */
public final class OkHttp {
    public static void main(String[] args) throws Exception {
        Duration second = Duration.ofSeconds(1);
        OkHttpClient client = new OkHttpClient.Builder()
                .retryOnConnectionFailure(true)
                .connectTimeout(second)
                .readTimeout(second)
                .writeTimeout(second)
                .build();
        MediaType json = MediaType.get("application/json");
        Protocol.serve(payload -> {
            Request request = new Request.Builder()
                    .url(Protocol.URL + "/payments")
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .post(RequestBody.create(payload.toString(), json))
                    .build();
            try (Response response = client.newCall(request).execute()) {
                return Protocol.Outcome.of(response.code(), response.body().string(), null);
            }
        });
    }
}
