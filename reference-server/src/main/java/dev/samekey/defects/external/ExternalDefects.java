package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ExternalDefects {
    private ExternalDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new FreshProviderKeyPerAttempt(),
                new ProviderKeyOfThePayload(),
                new ProviderBodyOfTheAttempt(),
                new ProviderDoubleCharge(),
                new TakeoverIsAnotherOperation(),
                new NaiveVendorCall(),
                new VendorCalledAgainAtOnce(),
                new ProviderDuplicateIsError(),
                new DuplicateInventory(),
                new OperationIdLost(),
                new MailInHandler());
    }
}
