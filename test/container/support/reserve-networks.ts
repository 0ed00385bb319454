import { randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { runDocker } from "./run-docker.ts";

/** The first three numbers of each network of a stack. */
export interface StackNetworks {
	readonly stack: string;
	readonly outside: string;
}

export interface ReservedNetworks {
	readonly networks: StackNetworks;
	readonly release: () => Promise<void>;
}

/** Shared by every process of this machine that runs these tests. */
const RESERVED = join(tmpdir(), "loggia-test-networks");

/**
 * Takes networks that nothing else has: no network of the engine, those that a killed run has left
 * behind among them, and no stack that another file is about to start. A folder that only one
 * process can make stands for each.
 */
export async function reserveNetworks(): Promise<ReservedNetworks> {
	await mkdir(RESERVED, { recursive: true });
	for (;;) {
		const network = `10.${randomInt(64, 192)}.${2 * randomInt(127)}`;
		const folder = join(RESERVED, network);
		if (!(await reserve(folder))) continue;
		const [first, second, third] = network.split(".").map(Number);
		const networks = { stack: network, outside: `${first}.${second}.${Number(third) + 1}` };
		const used = await subnetsInUse();
		const release = () => rm(folder, { recursive: true, force: true });
		const isFree = !Object.values(networks).some((one) =>
			used.some((subnet) => overlaps(one, subnet)),
		);
		if (isFree) return { networks, release };
		await release();
	}
}

/** @returns Whether it was free, or belonged to a process that has ended. */
async function reserve(folder: string): Promise<boolean> {
	const owner = join(folder, "process");
	const isNew = await mkdir(folder).then(
		() => true,
		() => false,
	);
	const last = isNew ? "" : await readFile(owner, "utf8").catch(() => String(process.pid));
	if (!isNew && isRunning(Number(last))) return false;
	await writeFile(owner, String(process.pid));
	return true;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** As "10.0.0.0/8", of each network that the engine or the machine has. */
async function subnetsInUse(): Promise<readonly string[]> {
	const ids = (await runDocker(["network", "ls", "--quiet", "--no-trunc"])).split("\n");
	const format = "{{range .IPAM.Config}}{{.Subnet}} {{end}}";
	// One that is removed meanwhile is free.
	const subnets = await Promise.all(
		ids.map((id) => runDocker(["network", "inspect", "--format", format, id]).catch(() => "")),
	);
	const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
	return [...subnets.join(" ").split(" "), ...own.map(({ cidr }) => cidr ?? "")];
}

/** Whether a network of 256 addresses, by its first three numbers, shares one with another network. */
function overlaps(network: string, subnet: string): boolean {
	const [address = "", length] = subnet.split("/");
	if (!isIPv4(address)) return false;
	const other = new BlockList();
	other.addSubnet(address, Number(length));
	return other.check(`${network}.0`) || address.startsWith(`${network}.`);
}
