package com.example.shop;

import java.util.function.Supplier;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes the key before the work. The database refuses the second insert, so one request alone gets to work. */
@Component
@Profile("fixed")
final class ClaimFirst implements Keys {
    private final JdbcClient database;
    private final TransactionTemplate transaction;

    ClaimFirst(JdbcClient database, TransactionTemplate transaction) {
        this.database = database;
        this.transaction = transaction;
    }

    private record Row(String payload, String answer) {}

    @Override
    public Answer once(String key, String payload, Supplier<String> work) {
        try {
            database.sql("insert into idempotency (id, payload) values (?, ?)")
                    .params(key, payload)
                    .update();
        } catch (DuplicateKeyException taken) {
            return before(key, payload);
        }
        try {
            // The effect and the answer are there together, or neither is.
            return transaction.execute(status -> {
                String answer = work.get();
                database.sql("update idempotency set answer = ? where id = ?")
                        .params(answer, key)
                        .update();
                return new Answer(answer, false);
            });
        } catch (RuntimeException failure) {
            database.sql("delete from idempotency where id = ?").param(key).update();
            throw failure;
        }
    }

    private Answer before(String key, String payload) {
        Row first = database.sql("select payload, answer from idempotency where id = ?")
                .param(key)
                .query(Row.class)
                .optional()
                .orElseThrow(InProgress::new);
        if (!first.payload().equals(payload)) {
            throw new OtherPayload();
        }
        if (first.answer() == null) {
            throw new InProgress();
        }
        return new Answer(first.answer(), true);
    }
}
