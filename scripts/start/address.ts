/** Where a service listens. */
export interface Address {
	readonly host: string;
	readonly port: number;
}

/** What stands for "every address of this machine", and where such a service is then reached. */
const WILDCARDS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** @returns The origin under which this machine itself reaches the address. */
export function originOf({ host, port }: Address): string {
	const name = WILDCARDS[host] ?? (host.includes(":") ? `[${host}]` : host);
	return `http://${name}:${port}`;
}

/** @returns The same for people, who know their machine by its name. */
export function originForPeople(address: Address): string {
	return originOf(address).replace(/\/\/(127\.0\.0\.1|\[::1\])/, "//localhost");
}
