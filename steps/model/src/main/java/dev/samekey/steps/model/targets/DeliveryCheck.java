package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.database.InboxTable;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the types alone do not say of how an event is delivered. */
record DeliveryCheck(YamlFile file, String name, Operation operation) {
    static final String NO_SECRET = "is no base64, as a secret of Standard Webhooks is";

    void all() {
        Delivery delivery = operation.delivery();
        if (delivery == null) {
            return;
        }
        if (operation.role() != Role.EVENT) {
            throw file.error(path(), "is for an operation of the role «event»");
        }
        if (delivery.id() != null && !delivery.id().isOne()) {
            throw file.error(path("id"), "names either a member of the body or a header");
        }
        if (delivery.attempt() != null && !delivery.attempt().isOne()) {
            throw file.error(path("attempt"), "names either a member of the body or a header");
        }
        broker(delivery.broker());
        secret(delivery.signature());
        conflict(delivery.conflict());
        JsonNode body = operation.request().body();
        delivery.earlier().keySet().forEach(pointer -> {
            if (!pointer.startsWith("/") || body == null || body.at(pointer).isMissingNode()) {
                throw file.error(path("earlier", pointer), "points to nothing in the request's body");
            }
        });
    }

    private void broker(Delivery.@Nullable Broker broker) {
        if (broker != null && !Delivery.Broker.isUsable(broker.url())) {
            throw file.error(path("broker", "url"), "«" + broker.url() + "» is no URL such as nats://127.0.0.1:4222");
        }
    }

    private void conflict(Delivery.@Nullable Conflict conflict) {
        if (conflict == null) {
            return;
        }
        Operation.Listing list = conflict.list();
        if (list != null && list.difference()) {
            throw file.error(
                    path("conflict", "list", "difference"), "is not for a conflict: let the listing name ${unique}");
        }
        Delivery.LogLine log = conflict.log();
        Stream.concat(
                        Stream.ofNullable(list).map(Operation.Listing::count),
                        Stream.ofNullable(log).flatMap(line -> line.where().keySet().stream()))
                .filter(pointer -> !pointer.startsWith("/"))
                .findFirst()
                .ifPresent(pointer -> {
                    throw file.error(path("conflict"), "«" + pointer + "» is no JSON pointer such as /" + pointer);
                });
    }

    private void secret(Delivery.@Nullable Signature signature) {
        if (signature != null && !signature.isReadable()) {
            throw file.error(path("signature", "secret"), NO_SECRET);
        }
    }

    /** The same of the table in which the events are. */
    static void inbox(YamlFile file, @Nullable InboxTable inbox) {
        if (inbox == null) {
            return;
        }
        Stream.of(
                        inbox.table(),
                        inbox.source(),
                        inbox.eventId(),
                        inbox.payloadHash(),
                        inbox.received(),
                        inbox.processed(),
                        inbox.result(),
                        inbox.flagged())
                .filter(identifier -> identifier != null && !RecordTable.isIdentifier(identifier))
                .findFirst()
                .ifPresent(wrong -> {
                    throw file.error(
                            List.of("oracles", "database", "inbox"), "«" + wrong + "» is no name such as inbox");
                });
    }

    private List<String> path(String... inner) {
        List<String> path = new ArrayList<>(List.of("operations", name, "delivery"));
        path.addAll(List.of(inner));
        return path;
    }
}
