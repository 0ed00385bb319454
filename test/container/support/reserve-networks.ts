import { randomInt } from "node:crypto";
import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { reserve } from "./reserve.ts";
import { runDocker, tryDocker } from "./run-docker.ts";

/** The first three numbers of each network of a stack. */
export interface StackNetworks {
	readonly stack: string;
	readonly outside: string;
}

export interface ReservedNetworks {
	readonly networks: StackNetworks;
	readonly release: () => Promise<void>;
}

/**
 * Takes networks that nothing else has: no network of the engine, those that a killed run has left
 * behind among them, and no stack that another file is about to start.
 */
export async function reserveNetworks(): Promise<ReservedNetworks> {
	for (;;) {
		const network = `10.${randomInt(64, 192)}.${2 * randomInt(127)}`;
		const release = await reserve(network);
		if (release === undefined) continue;
		const [first, second, third] = network.split(".").map(Number);
		const networks = { stack: network, outside: `${first}.${second}.${Number(third) + 1}` };
		const used = await subnetsInUse();
		const isFree = !Object.values(networks).some((one) =>
			used.some((subnet) => overlaps(one, subnet)),
		);
		if (isFree) return { networks, release };
		await release();
	}
}

/** As "10.0.0.0/8", of each network that the engine or the machine has. */
async function subnetsInUse(): Promise<readonly string[]> {
	const ids = (await runDocker(["network", "ls", "--quiet", "--no-trunc"])).split("\n");
	const format = "{{range .IPAM.Config}}{{.Subnet}} {{end}}";
	// One that is removed meanwhile is free; docker complains about it, and shows the others.
	const { stdout } = await tryDocker(["network", "inspect", "--format", format, ...ids]);
	const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
	return [...stdout.split(/\s+/), ...own.map(({ cidr }) => cidr ?? "")];
}

/** Whether a network of 256 addresses, by its first three numbers, shares one with another network. */
function overlaps(network: string, subnet: string): boolean {
	const [address = "", length] = subnet.split("/");
	if (!isIPv4(address)) return false;
	const other = new BlockList();
	other.addSubnet(address, Number(length));
	return other.check(`${network}.0`) || address.startsWith(`${network}.`);
}
