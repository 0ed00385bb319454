import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";

export interface ConnectionLimits {
	readonly maxPerAddress: number;
	/** Speak for many clients, as the machine itself does: their connections are not counted. */
	readonly trustedProxies: readonly string[];
}

/** Names for families of addresses, as `TRUSTED_PROXIES` takes them. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
	loopback: ["127.0.0.0/8", "::1/128"],
	linklocal: ["169.254.0.0/16", "fe80::/10"],
	uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Limits the connections of one address, and closes none that still has bytes to send. */
export function guardConnections(
	server: Server,
	{ maxPerAddress, trustedProxies }: ConnectionLimits,
): void {
	const sockets = new Set<Socket>();
	const counts = new Map<string, number>();
	const uncounted = listOf(["loopback", ...trustedProxies]);

	server.on("connection", (socket: Socket) => {
		const address = socket.remoteAddress ?? "";
		sockets.add(socket);
		const count = (counts.get(address) ?? 0) + 1;
		counts.set(address, count);
		socket.once("close", () => {
			sockets.delete(socket);
			const left = (counts.get(address) ?? 1) - 1;
			if (left === 0) counts.delete(address);
			else counts.set(address, left);
		});
		if (count > maxPerAddress && !uncounted.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
			socket.destroy();
		}
	});

	const closeIdle = server.closeIdleConnections.bind(server);
	server.closeIdleConnections = () => {
		// Node takes an answer for sent once it has ended, however much of it the client has yet to read.
		const sending = [...sockets].filter(({ writableLength }) => writableLength > 0);
		for (const socket of sending) socket.destroy = () => socket;
		closeIdle();
		for (const socket of sending) Reflect.deleteProperty(socket, "destroy");
	};
}

function listOf(proxies: readonly string[]): BlockList {
	const list = new BlockList();
	for (const proxy of proxies.flatMap((name) => FAMILIES[name] ?? [name])) {
		const [address = "", bits] = proxy.split("/");
		const family = isIPv6(address) ? "ipv6" : "ipv4";
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits), family);
	}
	return list;
}
