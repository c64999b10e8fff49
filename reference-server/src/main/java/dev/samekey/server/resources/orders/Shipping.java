package dev.samekey.server.resources.orders;

import dev.samekey.server.json.Members;

/** Where an order goes. */
record Shipping(String name, Address address) {
    static Shipping of(Members sent) {
        return new Shipping(sent.text("name"), Address.of(sent.members("address")));
    }

    /** A place that can be found. */
    record Address(String street, String city, String country) {
        static Address of(Members sent) {
            return new Address(sent.text("street"), sent.text("city"), sent.text("country"));
        }
    }
}
