package dev.samekey.steps.model.openapi;

import dev.samekey.steps.model.net.Network;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document that a target file names. It is read when it is first asked for. */
public final class Description {
    private final @Nullable String place;
    private final Path folder;
    private final Network network;
    private @Nullable Document document;

    /**
     * Names the document, reads nothing.
     *
     * @param place a file or a URL; null where the target file names none
     * @param folder where the name of a file starts
     * @param network how a URL is reached
     */
    public Description(@Nullable String place, Path folder, Network network) {
        this.place = place;
        this.folder = folder;
        this.network = network;
    }

    /** @throws dev.samekey.steps.model.file.BadFile when it cannot be read */
    public synchronized Optional<Document> document() {
        if (place != null && document == null) {
            document = Document.read(place, folder, network);
        }
        return Optional.ofNullable(document);
    }
}
