import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Networks by the name of their family, as in `TRUSTED_PROXIES`. */
export const ADDRESS_FAMILIES: Readonly<Record<string, readonly string[]>> = {
	loopback: ["127.0.0.0/8", "::1/128"],
	linklocal: ["169.254.0.0/16", "fe80::/10"],
	uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Creates a test for a list of addresses, networks and names of families. The test also accepts IPv4
 * addresses in the form of an IPv6 socket: `::ffff:10.0.0.1`.
 *
 * @example
 * const isProxy = createAddressList(["loopback", "10.0.0.0/8"]);
 */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
	const list = new BlockList();
	for (const entry of entries.flatMap((name) => ADDRESS_FAMILIES[name] ?? [name])) {
		const [address = "", bits] = entry.split("/");
		const family = isIPv6(address) ? "ipv6" : "ipv4";
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits), family);
	}
	// A closed socket has no address.
	return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Whether a text is an address or a network, such as `203.0.113.7` or `2001:db8::/32`. */
export function isAddressEntry(text: string): boolean {
	const [, address = "", prefix] = ENTRY.exec(text) ?? [];
	const version = isIP(address);
	return version !== 0 && Number(prefix ?? 0) <= (version === 6 ? 128 : 32);
}

/** An address with an optional prefix length. Excludes link-local scopes (`%eth0`), which never arrive. */
const ENTRY = /^([^/%]+)(?:\/(\d{1,3}))?$/;

const isLoopback = createAddressList(["loopback"]);

/** Whether a request is from this machine, and no proxy on it forwarded the request. */
export function isOfThisMachine({ headers, socket }: IncomingMessage): boolean {
	if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
	return isLoopback(socket.remoteAddress ?? "");
}
