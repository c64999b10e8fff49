package dev.samekey.variants;

import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** Replicas that stand on something else. */
final class OtherBase {
    private static final Duration SKEW = Duration.ofMillis(900);

    private OtherBase() {}

    static Parts unpooled(Parts parts) {
        Foundation base = parts.base();
        String url = base.jdbi().withHandle(handle -> handle.queryMetadata(DatabaseMetaData::getURL));
        return over(parts, base.clock(), Jdbi.create(() -> DriverManager.getConnection(url)));
    }

    static Parts skewed(Parts parts) {
        Foundation base = parts.base();
        return base.name().equals("replica-1") ? parts : over(parts, Clock.offset(base.clock(), SKEW), base.jdbi());
    }

    private static Parts over(Parts parts, Clock clock, Jdbi jdbi) {
        Foundation base = parts.base();
        return parts.over(new Foundation(
                base.name(), base.contract(), clock, jdbi, base.json(), base.authentication(), base.meters()));
    }
}
