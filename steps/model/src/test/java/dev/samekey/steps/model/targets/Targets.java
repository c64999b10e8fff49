package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.testing.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Target files for tests. */
public final class Targets {
    /** A target that plays every role. */
    public static final String FULL = """
            name: Acme payments
            urls: ["http://127.0.0.1:1"]
            writes: allowed
            contract: playbook
            principals:
              alice: {headers: {Authorization: "Bearer ${env:ALICE_TOKEN}"}}
              bob: {headers: {Authorization: Bearer bob}}
            counterparts:
              bank:
                listen: 1
                role: provider
                about: /reference
                key: {header: Idempotency-Key}
                volatile: [/sent_at]
                duplicate: {status: 409, body: {code: PROVIDER.duplicate, result: "${result}"}}
              shop: {listen: 2, role: vendor, about: /reference}
            operations:
              payment:
                role: create
                request:
                  method: POST
                  path: /payments
                  body: {amount: 1000, payer: p-1, reference: "${unique}"}
                success: 201
                id: /id
                read: /payments/${payment.id}
                intent: {/amount: 1100, /payer: p-2}
                sandbox:
                  declined: {/payer: broke}
                  rate_limited: {/payer: many}
                  unavailable: {/payer: slow}
                reaches: [bank, shop]
                effects:
                  list: {path: "/payments?reference=${unique}", count: /items}
              refund:
                role: reverse
                after: payment
                request:
                  method: POST
                  path: /refunds
                  body: {payment: "${payment.id}", amount: 400}
                id: /id
                read: /refunds/${refund.id}
                intent: {/amount: 300}
                sandbox:
                  declined: {/amount: 9999}
                  rate_limited: {/amount: 8888}
                  unavailable: {/amount: 7777}
                partial:
                  amount: /amount
                  beyond: 700
                  refusal: {status: 422, code: too_much}
                effects:
                  list: {path: "/refunds?reference=${unique}", count: /items}
              change:
                role: update
                after: payment
                request: {method: PUT, path: "/payments/${payment.id}", body: {note: "${unique}"}}
                id: /id
                read: /payments/${payment.id}
                intent: {/note: other}
              removal:
                role: delete
                after: payment
                request: {method: DELETE, path: "/payments/${payment.id}"}
              nightly:
                role: job
                key: {member: /run}
                work: {operation: payment}
                request: {method: POST, path: /nightly, body: {}}
              settled:
                role: event
                request: {method: POST, path: /events, body: {id: "${unique}"}}
            """;

    /** A target that plays hardly any. */
    public static final String BARE = """
            name: Acme notes
            urls: ["http://127.0.0.1:1"]
            contract: playbook
            operations:
              note:
                role: create
                request: {method: POST, path: /notes, body: {text: "${unique}"}}
            """;

    private Targets() {}

    public static TargetFile file(String yaml) {
        return TargetFile.of(
                YamlFile.of("acme.yaml", yaml), Path.of("").toAbsolutePath(), Map.of("ALICE_TOKEN", "alice-secret"));
    }

    /** The full target, whose bank and shop can be opened at these ports. */
    public static String full(int bank, int shop) {
        return FULL.replace("listen: 1\n", "listen: " + bank + "\n").replace("listen: 2,", "listen: " + shop + ",");
    }

    /** The full target at another address, with counterparts at free ports. */
    public static String fullAt(URI uri) {
        return fullAt(uri, Ports.free(), Ports.free());
    }

    public static String fullAt(URI uri, int bank, int shop) {
        return full(bank, shop).replace("http://127.0.0.1:1", uri.toString());
    }
}
