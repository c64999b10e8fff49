package dev.samekey.steps.drive.fault;

import com.github.tomakehurst.wiremock.extension.ResponseTransformerV2;
import com.github.tomakehurst.wiremock.http.Response;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Whoever spoils an answer now: each has a way of its own through the proxy, which is the first part of the path. */
final class ResponseFaults implements ResponseTransformerV2 {
    private final AtomicInteger last = new AtomicInteger();
    private final Map<String, ResponseFault> byWay = new ConcurrentHashMap<>();

    /** @return the way, such as {@code /7} */
    String add(ResponseFault responseFault) {
        String way = "/" + last.incrementAndGet();
        byWay.put(way, responseFault);
        return way;
    }

    void remove(String way) {
        byWay.remove(way);
    }

    @Override
    public String getName() {
        return "spoil-the-answer";
    }

    @Override
    public Response transform(Response response, ServeEvent event) {
        String way = "/" + event.getRequest().getUrl().split("[/?]", 3)[1];
        ResponseFault responseFault = byWay.get(way);
        // Nobody waits for this one any more.
        return responseFault == null ? response : responseFault.transform(response);
    }
}
