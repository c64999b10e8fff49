package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Calls;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.FormBodies;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The fingerprint of a form is made of its text, character by character; that of a JSON body is canonical. */
final class HashesRawForm extends Defect {
    /** Carries the text past the reader of forms. */
    private static final String TEXT = "Text-Of-The-Form";

    HashesRawForm() {
        super("hashes-raw-form", "MIS-3", "", "The fingerprint of a form is made of its text, character by character.");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("charges");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> handler.handle(noted(call)))
                .with(
                        Part.FINGERPRINT,
                        call -> Digest.sha256(parts.get(Part.FINGERPRINT).of(call) + "\n"
                                + String.join("\n", call.headerValues(TEXT))));
    }

    private static Call noted(Call call) {
        // One character for each byte.
        String text = new String(call.body().bytes(), StandardCharsets.ISO_8859_1);
        return Calls.withHeader(call, TEXT, FormBodies.isForm(call) ? List.of(text) : List.of());
    }
}
