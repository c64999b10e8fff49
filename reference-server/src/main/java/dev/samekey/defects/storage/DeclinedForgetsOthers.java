package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/** A refund that is declined makes the server forget the refunds of the same payment that it has made. */
final class DeclinedForgetsOthers extends Defect {
    private static final Pattern PAYMENT = Pattern.compile("\"payment_id\"\\s*:\\s*\"([^\"]+)\"");

    private final Map<String, Collection<KeyedRequest>> refunds = new ConcurrentHashMap<>();

    DeclinedForgetsOthers() {
        super(
                "declined-forgets-others",
                "STO-8",
                "",
                "A refund that is declined makes the server forget the refunds of the same payment that it has made.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                super.complete(transaction, claim, state, answer);
                Collection<KeyedRequest> made =
                        refunds.computeIfAbsent(payment(claim.request()), unused -> new CopyOnWriteArrayList<>());
                if (state == State.COMPLETED) {
                    made.add(claim.request());
                } else if (isDeclined(answer)) {
                    List.copyOf(made)
                            .forEach(one -> transaction
                                    .createUpdate("delete from idempotency_records where scope = :scope and key = :key")
                                    .bindMethods(one)
                                    .execute());
                    made.clear();
                }
            }
        });
    }

    private static boolean isDeclined(Answer answer) {
        return answer.body().contains("insufficient_funds");
    }

    /** Nothing for what is no refund. */
    private static String payment(KeyedRequest request) {
        Matcher payment = PAYMENT.matcher(new String(request.call().body().bytes(), StandardCharsets.UTF_8));
        return payment.find() ? payment.group(1) : request.key();
    }
}
