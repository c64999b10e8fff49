package dev.samekey.defects.event;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Body;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Signature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The signature is checked over the body as the server would write it, and not over the bytes that came. */
final class SignatureOverRewrittenBody extends Defect {
    private static final ObjectMapper JSON = new ObjectMapper();

    SignatureOverRewrittenBody() {
        super(
                "signature-over-rewritten-body",
                "EVT-11",
                "",
                "The signature is checked over the body as the server would write it, and not over the bytes that came.");
    }

    @Override
    public Parts apply(Parts parts) {
        Signature right = parts.get(Part.SIGNATURE);
        return parts.with(Part.SIGNATURE, call -> right.verify(call.withBody(rewritten(call.body()))));
    }

    private static Body rewritten(Body body) {
        try {
            String text = JSON.readTree(body.bytes()).toString();
            return new Body(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException noJson) {
            return body;
        }
    }
}
