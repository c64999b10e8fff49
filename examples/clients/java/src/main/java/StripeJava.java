import com.fasterxml.jackson.core.type.TypeReference;
import com.stripe.Stripe;
import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import java.util.Map;

/**
 * stripe-java, the SDK of Stripe for Java. It makes the key itself, once for each operation, as its README says.
 * maxNetworkRetries is 2 by default; 4 is five attempts. It does not report how often it sent.
 */
public final class StripeJava {
    public static void main(String[] args) throws Exception {
        Stripe.apiKey = "sk_test_samekey";
        Stripe.overrideApiBase(Protocol.URL);
        Stripe.setMaxNetworkRetries(4);
        Stripe.setConnectTimeout(1000);
        Stripe.setReadTimeout(1000);
        Protocol.serve(payload -> {
            try {
                Charge charge = Charge.create(Protocol.JSON.convertValue(payload, new TypeReference<Map<String, Object>>() {}));
                return Protocol.Outcome.of(200, "{\"id\": \"" + charge.getId() + "\"}", null);
            } catch (StripeException failure) {
                return new Protocol.Outcome(failure.getStatusCode(), null, failure.getMessage(), null);
            }
        });
    }
}
