package dev.samekey.cli;

import dev.samekey.device.Device;
import dev.samekey.device.DeviceParts;
import dev.samekey.device.defects.DeviceDefect;
import dev.samekey.device.variants.DeviceVariant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the device. */
@Command(
        name = "device",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a small proxy on loopback, which passes on each request once, until it is stopped.")
final class DeviceCommand implements Callable<Integer> {
    @Option(
            names = "--front",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Where callers connect to. 0: any free port. Default: ${DEFAULT-VALUE}.")
    private int front;

    @Option(
            names = "--back",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "Where the service is, on this machine. Default: ${DEFAULT-VALUE}.")
    private int back;

    @Option(
            names = "--defect",
            paramLabel = "NAME",
            converter = DeviceDefectConverter.class,
            description = "Break one clause; the command device-defects lists the names.")
    private @Nullable DeviceDefect defect;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            converter = DeviceVariantConverter.class,
            description = "Keep the contract in another way; the command device-variants lists the names.")
    private @Nullable DeviceVariant variant;

    @Mixin
    private Lifetime lifetime = new Lifetime();

    @Override
    public Integer call() throws IOException {
        DeviceParts parts = DeviceParts.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), back));
        parts = variant == null ? parts : variant.apply(parts);
        parts = defect == null ? parts : defect.apply(parts);
        Device device = Device.start(parts, front);
        System.out.println("ready http://127.0.0.1:" + device.port());
        lifetime.await(device);
        return 0;
    }
}
