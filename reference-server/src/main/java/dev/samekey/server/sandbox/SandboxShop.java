package dev.samekey.server.sandbox;

import dev.samekey.server.vendors.Shop;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** A shop that sends nothing. Its book is its own, as the sandbox provider's is. */
public final class SandboxShop implements Shop {
    private final Jdbi jdbi;

    /** A shop with its book in this database. */
    public SandboxShop(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public String order(Gift gift) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        insert into sandbox_shop_orders (operation_id, reference) values (:operationId, :reference)""")
                .bindMethods(gift)
                .executeAndReturnGeneratedKeys("id")
                .mapTo(String.class)
                .one());
    }

    @Override
    public Optional<String> find(Gift gift) {
        return jdbi.withHandle(handle -> handle.createQuery(
                        "select id from sandbox_shop_orders where operation_id = :operationId order by id limit 1")
                .bindMethods(gift)
                .mapTo(String.class)
                .findOne());
    }
}
