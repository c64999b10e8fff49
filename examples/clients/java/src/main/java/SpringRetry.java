import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.retry.support.RetryTemplate;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.RestTemplate;

/**
 * Spring Retry around a RestTemplate, which sends by HttpURLConnection unless another way is configured. The README of Spring
 * Retry names maxAttempts, exponentialBackoff with a random part (one to two times 100 ms, 200 ms and so on, which are the
 * bounds of the playbook), and retryOn. It knows no HTTP: key, exceptions and count are the user's.
 */
public final class SpringRetry {
    public static void main(String[] args) throws Exception {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(Duration.ofSeconds(1));
        requests.setReadTimeout(Duration.ofSeconds(1));
        RestTemplate rest = new RestTemplate(requests);
        RetryTemplate retry = RetryTemplate.builder()
                .maxAttempts(5)
                .exponentialBackoff(100, 2, 2000, true)
                .retryOn(List.of(
                        ResourceAccessException.class,
                        HttpServerErrorException.class,
                        HttpClientErrorException.TooManyRequests.class))
                .build();
        Protocol.serve(payload -> {
            HttpEntity<String> request = request(payload);
            AtomicInteger attempts = new AtomicInteger();
            try {
                ResponseEntity<String> response = retry.execute(context -> {
                    attempts.incrementAndGet();
                    return rest.postForEntity(Protocol.URL + "/payments", request, String.class);
                });
                return Protocol.Outcome.of(response.getStatusCode().value(), response.getBody(), attempts.get());
            } catch (RestClientResponseException failure) {
                return Protocol.Outcome.of(
                        failure.getStatusCode().value(), failure.getResponseBodyAsString(), attempts.get());
            } catch (RuntimeException failure) {
                return Protocol.Outcome.failed(failure, attempts.get());
            }
        });
    }

    private static HttpEntity<String> request(JsonNode payload) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.set("Idempotency-Key", UUID.randomUUID().toString());
        return new HttpEntity<>(payload.toString(), headers);
    }
}
