package dev.samekey.server.resources.orders;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.json.Members;
import java.util.List;

/** What is ordered: one line for each article. */
record Basket(List<Line> lines) {
    static Basket of(Members sent) {
        return new Basket(sent.list("lines").stream().map(Line::of).toList());
    }

    /** What it costs, in minor units. */
    long total() {
        try {
            return lines.stream().mapToLong(Line::total).reduce(0, Math::addExact);
        } catch (ArithmeticException tooLarge) {
            throw new FaultException(Fault.MEMBER_INVALID, "lines must come to less than 2^63 minor units.");
        }
    }

    /** So many of an article, at this price for each. */
    record Line(String sku, long quantity, long price) {
        static Line of(Members sent) {
            return new Line(sent.text("sku"), sent.amount("quantity"), sent.amount("price"));
        }

        long total() {
            return Math.multiplyExact(quantity, price);
        }
    }
}
