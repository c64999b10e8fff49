package com.example.shop;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Has the bug: between the question and the insert, a duplicate asks the same question and gets the same response. */
@Component
@Profile("!fixed")
final class CheckThenAct implements Keys {
    private final JdbcClient database;

    CheckThenAct(JdbcClient database) {
        this.database = database;
    }

    private record Row(String payload, String answer) {}

    @Override
    public Answer once(String key, String payload, Supplier<String> work) {
        List<Row> before = database.sql("select payload, answer from idempotency where id = ?")
                .param(key)
                .query(Row.class)
                .list();
        if (!before.isEmpty()) {
            Row first = before.get(0);
            if (!first.payload().equals(payload)) {
                throw new OtherPayload();
            }
            return new Answer(first.answer(), true);
        }
        String answer = work.get();
        database.sql("insert into idempotency (id, payload, answer) values (?, ?, ?)")
                .params(key, payload, answer)
                .update();
        return new Answer(answer, false);
    }
}
