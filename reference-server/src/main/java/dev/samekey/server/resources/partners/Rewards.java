package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.Purchases;
import dev.samekey.server.vendors.Shop.Gift;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Sends gifts to partners, which a shop delivers. */
public final class Rewards {
    static final Table<Reward> TABLE = new Table<>("rewards", Reward.class, Fault.REWARD_UNKNOWN);

    private final Means means;
    private final Purchases purchases;

    /** Gifts are bought so. */
    public Rewards(Means means, Purchases purchases) {
        this.means = means;
        this.purchases = purchases;
    }

    /** {@code POST /rewards} */
    public Operation send(Principal owner, Call call) {
        Request request = Request.of(means.read(call));
        return operationId -> {
            // A first look, so that nothing is bought in vain; what counts is the look under the lock.
            means.look(handle -> Partners.TABLE.get(handle, owner, request.partnerId()));
            String shopOrder = purchases.buy(new Gift(operationId, request.gift(), request.reference()));
            return transaction -> write(transaction, owner, operationId, request, shopOrder);
        };
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Request request, String shopOrder) {
        Partners.TABLE.lock(transaction, owner, request.partnerId());
        Reward reward = new Reward(
                UUID.randomUUID(),
                request.partnerId(),
                request.gift(),
                shopOrder,
                request.reference(),
                request.note(),
                means.now().instant());
        TABLE.insert(transaction, owner, operationId, reward);
        means.publisher().event(transaction, "reward.ordered", operationId, reward);
        return Answer.created("/rewards/" + reward.id(), means.write(reward));
    }

    private record Request(
            UUID partnerId,
            String gift,
            String reference,
            @Nullable String note) {
        static Request of(Members sent) {
            return new Request(
                    sent.id("partner_id", Fault.PARTNER_UNKNOWN),
                    sent.text("gift"),
                    sent.text("reference"),
                    sent.optionalText("note"));
        }
    }
}
