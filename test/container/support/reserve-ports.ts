import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { reserve } from "./reserve.ts";

export interface ReservedPorts {
	readonly ports: readonly number[];
	readonly release: () => Promise<void>;
}

/**
 * Takes ports for containers that will be started later, so that no other stack is given the same
 * ones until then. They are none of those that the system gives out by itself.
 */
export async function reservePorts(count: number): Promise<ReservedPorts> {
	const ports: number[] = [];
	const releases: (() => Promise<void>)[] = [];
	while (ports.length < count) {
		const port = randomInt(20_000, 32_000);
		const release = await reserve(`port-${port}`);
		if (release === undefined) continue;
		if (await isFree(port)) {
			ports.push(port);
			releases.push(release);
		} else await release();
	}
	return {
		ports,
		release: async () => {
			await Promise.all(releases.map((release) => release()));
		},
	};
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, "0.0.0.0");
	try {
		await once(server, "listening");
	} catch {
		return false;
	}
	server.close();
	await once(server, "close");
	return true;
}
