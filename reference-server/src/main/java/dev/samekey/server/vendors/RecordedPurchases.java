package dev.samekey.server.vendors;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.vendors.Shop.Gift;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Asks the shop at most once for each operation (EXT-3). A record says before the call that it will be asked, on a
 * connection of its own; it stays whatever becomes of the attempt. Who finds it there does not ask, but looks at the shop
 * whether there is an order, and waits with everybody else as long as nobody knows.
 */
public final class RecordedPurchases implements Purchases {
    /** By then a call has either arrived or never will, and what the shop shows is what it has. */
    private static final Duration SETTLED = Remote.ANSWER_LIMIT.multipliedBy(2);

    private final Jdbi jdbi;
    private final Clock clock;
    private final Shop shop;

    /** Purchases at this shop, with the records in this database. */
    public RecordedPurchases(Jdbi jdbi, Clock clock, Shop shop) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.shop = shop;
    }

    @Override
    public String buy(Gift gift) {
        if (claims(gift)) {
            return order(gift);
        }
        Purchase known = known(gift);
        return known.shopOrder() == null ? find(gift, known) : known.shopOrder();
    }

    private String order(Gift gift) {
        try {
            return done(gift, shop.order(gift));
        } catch (FaultException notOrdered) {
            forget(gift);
            throw notOrdered;
        } catch (NoReplyException none) {
            throw unknown();
        }
    }

    /** The answer was lost, or the process that waited for it. */
    private String find(Gift gift, Purchase known) {
        return shop.find(gift).map(number -> done(gift, number)).orElseGet(() -> {
            // Whoever moves the time on first may ask: the shop shows that the call before came to nothing.
            if (isSettled(known) && claimsAgain(gift, known)) {
                return order(gift);
            }
            throw unknown();
        });
    }

    private boolean isSettled(Purchase known) {
        return known.askedAt().plus(SETTLED).isBefore(clock.instant());
    }

    private static FaultException unknown() {
        return new FaultException(
                Fault.DEPENDENCY_TIMEOUT,
                "Whether the shop has the order is not known yet; ask again with the same key.");
    }

    private boolean claims(Gift gift) {
        return 1
                == jdbi.withHandle(handle -> handle.execute(
                        "insert into shop_purchases (operation_id, asked_at) values (?, ?) on conflict do nothing",
                        gift.operationId(),
                        clock.instant()));
    }

    private boolean claimsAgain(Gift gift, Purchase known) {
        return 1
                == jdbi.withHandle(handle -> handle.execute(
                        "update shop_purchases set asked_at = ? where operation_id = ? and asked_at = ?"
                                + " and shop_order is null",
                        clock.instant(),
                        gift.operationId(),
                        known.askedAt()));
    }

    private Purchase known(Gift gift) {
        return jdbi.withHandle(handle -> handle.registerRowMapper(ConstructorMapper.factory(Purchase.class))
                .select("select * from shop_purchases where operation_id = ?", gift.operationId())
                .mapTo(Purchase.class)
                .findOne()
                // Given back between our looks.
                .orElseThrow(RecordedPurchases::unknown));
    }

    private String done(Gift gift, String number) {
        jdbi.useHandle(handle -> handle.execute(
                "update shop_purchases set shop_order = ? where operation_id = ?", number, gift.operationId()));
        return number;
    }

    private void forget(Gift gift) {
        jdbi.useHandle(
                handle -> handle.execute("delete from shop_purchases where operation_id = ?", gift.operationId()));
    }

    /** What was asked for; the shop's number is missing while nobody here knows it. */
    private record Purchase(
            UUID operationId, Instant askedAt, @Nullable String shopOrder) {}
}
