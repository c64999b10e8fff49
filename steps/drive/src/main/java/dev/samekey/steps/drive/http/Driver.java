package dev.samekey.steps.drive.http;

import java.net.URI;

/** A client that sends a request once, on a connection of its own. */
interface Driver {
    /** Makes a request ready; it has not left yet. */
    Sending prepare(Request request, URI replica);

    /** A request on its way. */
    interface Sending {
        /**
         * Sends it, and waits for the whole answer.
         *
         * @param leaving called when nothing is left to do but to send
         */
        Answer answer(Runnable leaving) throws Exception;

        /** Cuts the connection, from any thread and at any time; nobody waits for the answer any more. */
        void cut();
    }
}
