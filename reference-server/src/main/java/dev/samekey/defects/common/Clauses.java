package dev.samekey.defects.common;

/** Clauses that are judged by looking at the same thing, and so break together. */
public final class Clauses {
    /** Whoever looks at a replay. */
    public static final String REPLAYS =
            "KEY-7 RPL-5 RPL-6 RPL-7 RPL-8 RPL-9 RPL-11 RPL-12 RPL-13 MIS-2 MIS-3 MIS-4 MIS-5"
                    + " RPL-10 CON-2 CON-4 CON-5 CON-7 CON-10 CON-11 SCP-5 TTL-1 TTL-3 TTL-5 STO-2 STO-4 REV-1 REV-2 CND-2"
                    + " MIS-6 EXT-5 OBS-8 STO-5 STO-8 TTL-2 TTL-7 SCP-1 SCP-4 CND-3";

    /** Whoever counts the effects of several requests under one key. */
    public static final String EFFECTS =
            "KEY-7 RPL-5 RPL-8 RPL-9 RPL-12 MIS-2 CON-4 CON-5 CON-7 CON-11 SCP-5 TTL-1 TTL-3 STO-1 STO-2 STO-4 REV-1 REV-2 REV-5"
                    + " EXT-1 EXT-2 EXT-4 EXT-5 OBX-4 OBS-8 STO-5 STO-8 TTL-2 TTL-7 SCP-1 SCP-4 CON-10 CND-3";

    /** Whoever lets requests overlap. */
    public static final String RACES =
            "RPL-9 CON-1 CON-2 CON-3 CON-4 CON-5 CON-7 CON-8 CON-10 CON-11 MIS-8 TTL-2 TTL-5 TTL-7 TTL-8 REV-1 REV-2"
                    + " REV-5 EXT-1 EXT-2 EXT-4 OBS-2 OBS-3 OBS-7";

    /** Whoever reads the records in the database. */
    public static final String RECORDS = "TTL-5 TTL-6 MIS-9 STO-6 STO-7 STO-8 STO-9 OBS-7 OBS-8";

    /** Whoever sends one key twice while it is not, or not yet, remembered. */
    public static final String MEMORY =
            EFFECTS + " RPL-1 RPL-2 RPL-3 RPL-4 RPL-5 RPL-6 RPL-7 RPL-10 RPL-11 RPL-12 RPL-13"
                    + " MIS-1 MIS-3 MIS-4 MIS-5 MIS-6 MIS-8 MIS-10 CON-1 CON-2 MIS-9 TTL-2 TTL-5 TTL-6 TTL-8 STO-7 STO-8 REV-3"
                    + " CND-2 OBS-2 OBS-3 OBS-7";

    private Clauses() {}
}
