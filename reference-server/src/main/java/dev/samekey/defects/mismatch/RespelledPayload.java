package dev.samekey.defects.mismatch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Body;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.RoundingMode;
import java.text.Normalizer;

/** The values of a payload are written in another way before the fingerprint is made of them. */
final class RespelledPayload extends Defect {
    private static final int LONGEST = 200;
    private static final int DECIMALS = 7;

    private final Spelling spelling;

    private RespelledPayload(String name, String clause, String how, Spelling spelling) {
        super(name, clause, " REV-1", how);
        this.spelling = spelling;
    }

    static Defect rawNumbers() {
        return new RespelledPayload(
                "hashes-raw-numbers",
                "MIS-4",
                "The fingerprint is made of numbers as they were written.",
                (from, to) -> {
                    if (from.currentToken().isNumeric()) {
                        to.writeString(from.getText());
                    } else {
                        to.copyCurrentEvent(from);
                    }
                });
    }

    static Defect doubles() {
        return new RespelledPayload(
                "large-numbers-collide", "MIS-10", "The fingerprint is made of numbers as doubles.", (from, to) -> {
                    if (from.currentToken().isNumeric()) {
                        to.writeNumber(from.getDoubleValue());
                    } else {
                        to.copyCurrentEvent(from);
                    }
                });
    }

    /** Some libraries write small numbers with seven decimals, however many they have. */
    static Defect rounded() {
        return new RespelledPayload(
                "small-fractions-collide",
                "MIS-10",
                "The fingerprint is made of numbers with seven decimals.",
                (from, to) -> {
                    if (from.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
                        to.writeNumber(from.getDecimalValue().setScale(DECIMALS, RoundingMode.HALF_UP));
                    } else {
                        to.copyCurrentEvent(from);
                    }
                });
    }

    static Defect normalised() {
        return new RespelledPayload(
                "look-alikes-collide", "MIS-10", "The fingerprint is made of normalised letters.", (from, to) -> {
                    if (from.currentToken().isScalarValue()
                            && !from.currentToken().isNumeric()) {
                        to.writeString(Normalizer.normalize(from.getText(), Normalizer.Form.NFC));
                    } else {
                        to.copyCurrentEvent(from);
                    }
                });
    }

    static Defect cut() {
        return new RespelledPayload(
                "long-texts-collide",
                "MIS-10",
                "The fingerprint is made of the first 200 letters of each text.",
                (from, to) -> {
                    if (from.currentToken() == JsonToken.VALUE_STRING && from.getTextLength() > LONGEST) {
                        to.writeString(from.getText().substring(0, LONGEST));
                    } else {
                        to.copyCurrentEvent(from);
                    }
                });
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.FINGERPRINT,
                call -> parts.get(Part.FINGERPRINT)
                        .of(call.withBody(new Body(respelled(call.body().bytes())))));
    }

    private byte[] respelled(byte[] body) {
        JsonFactory json = new JsonFactory();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonParser from = json.createParser(body);
                JsonGenerator to = json.createGenerator(bytes)) {
            while (from.nextToken() != null) {
                spelling.copy(from, to);
            }
        } catch (IOException malformed) {
            throw new FaultException(Fault.BODY_MALFORMED, "The body is not JSON.");
        }
        return bytes.toByteArray();
    }

    @FunctionalInterface
    private interface Spelling {
        void copy(JsonParser from, JsonGenerator to) throws IOException;
    }
}
