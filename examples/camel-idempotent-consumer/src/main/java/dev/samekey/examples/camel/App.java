package dev.samekey.examples.camel;

import static org.apache.camel.Exchange.CONTENT_TYPE;
import static org.apache.camel.Exchange.DUPLICATE_MESSAGE;
import static org.apache.camel.Exchange.HTTP_RESPONSE_CODE;

import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.h2.jdbcx.JdbcConnectionPool;

/** A payment API whose idempotency comes from Camel's idempotent consumer alone. */
public final class App extends RouteBuilder {
    private final DataSource database;
    private final String port;

    private App(DataSource database, String port) {
        this.database = database;
        this.port = port;
    }

    /** Listens on the PORT that the environment names (8080); all it has is in the file that DATA names (target/data). */
    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        // What is committed is in the file: without WRITE_DELAY=0 H2 may take half a second to write it.
        String url = "jdbc:h2:file:" + environment.getOrDefault("DATA", "./target/data") + ";WRITE_DELAY=0";
        Main main = new Main();
        main.configure().addRoutesBuilder(
                new App(JdbcConnectionPool.create(url, "sa", ""), environment.getOrDefault("PORT", "8080")));
        main.run();
    }

    @Override
    public void configure() {
        Ledger ledger = new Ledger(database);
        restConfiguration().component("jetty").host("127.0.0.1").port(port);

        onException(Refusal.class)
                .handled(true)
                .removeHeaders("*")
                .setHeader(HTTP_RESPONSE_CODE, simple("${exception.status}"))
                .setHeader("Retry-After", simple("${exception.retryAfter}"))
                .setBody(simple("${exception.body}"))
                .to("direct:answer");

        for (String collection : new String[] {"payments", "refunds", "notices"}) {
            rest("/" + collection)
                    .post().to("direct:" + collection)
                    .get("/{id}").to("direct:one-of-" + collection)
                    .get().to("direct:list-of-" + collection);
            from("direct:one-of-" + collection)
                    .setBody(exchange -> ledger.one(collection, exchange.getMessage().getHeader("id", String.class)))
                    .removeHeaders("*")
                    .to("direct:answer");
            from("direct:list-of-" + collection)
                    .setBody(exchange ->
                            ledger.list(collection, exchange.getMessage().getHeader("reference", String.class)))
                    .removeHeaders("*")
                    .to("direct:answer");
        }
        // With skipDuplicate(false) and a filter, as Camel's manual has it where a route is to handle duplicates. Its JDBC
        // repository makes its table itself.
        for (String collection : new String[] {"payments", "refunds"}) {
            from("direct:" + collection)
                    .unmarshal().json(JsonLibrary.Jackson)
                    .idempotentConsumer(header("Idempotency-Key"), new JdbcMessageIdRepository(database, collection))
                        .skipDuplicate(false)
                        .filter(exchangeProperty(DUPLICATE_MESSAGE).isEqualTo(true))
                            .removeHeaders("*")
                            .setHeader(HTTP_RESPONSE_CODE, constant(409))
                            .setBody(constant(Map.of("code", "duplicate")))
                            .to("direct:answer")
                            .stop()
                        .end()
                        .process(exchange -> exchange.getMessage()
                                .setBody(ledger.book(collection, exchange.getMessage().getBody(Map.class))))
                        .removeHeaders("*")
                        .setHeader(HTTP_RESPONSE_CODE, constant(201))
                        .to("direct:answer")
                    .end();
        }
        // The plain form, for messages of somebody who only wants to know that they arrived: duplicates are skipped.
        from("direct:notices")
                .unmarshal().json(JsonLibrary.Jackson)
                .idempotentConsumer(simple("${body[id]}"), new JdbcMessageIdRepository(database, "notices"))
                    .process(exchange -> ledger.book("notices", exchange.getMessage().getBody(Map.class)))
                .end()
                .removeHeaders("*")
                .setHeader(HTTP_RESPONSE_CODE, constant(204))
                .setBody(constant(null));

        from("direct:answer").setHeader(CONTENT_TYPE, constant("application/json")).marshal().json(JsonLibrary.Jackson);
        rest("/health").get().to("direct:health");
        from("direct:health").setBody(constant(Map.of("status", "up"))).to("direct:answer");
    }
}
