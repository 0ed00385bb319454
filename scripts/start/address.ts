/** Address that a service listens on. */
export interface Address {
	readonly host: string;
	readonly port: number;
}

/** Wildcard addresses, and the loopback address that reaches them. */
const WILDCARDS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** @returns The origin of the address on this machine. */
export function originOf({ host, port }: Address): string {
	const name = WILDCARDS[host] ?? (host.includes(":") ? `[${host}]` : host);
	return `http://${name}:${port}`;
}

/** @returns The same origin with `localhost`, for messages. */
export function originForPeople(address: Address): string {
	return originOf(address).replace(/\/\/(127\.0\.0\.1|\[::1\])/, "//localhost");
}
