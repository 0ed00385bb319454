import { randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
		const used = await prefixesInUse();
		const release = () => rm(folder, { recursive: true, force: true });
		if (!used.has(networks.stack) && !used.has(networks.outside)) return { networks, release };
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

/** The first three numbers of each network that the engine or the machine has; all are /24 or smaller. */
async function prefixesInUse(): Promise<ReadonlySet<string>> {
	const ids = (await runDocker(["network", "ls", "--quiet", "--no-trunc"])).split("\n");
	const format = "{{range .IPAM.Config}}{{.Subnet}} {{end}}";
	// One that is removed meanwhile is free.
	const subnets = await Promise.all(
		ids.map((id) => runDocker(["network", "inspect", "--format", format, id]).catch(() => "")),
	);
	const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
	const addresses = [...subnets.join(" ").split(" "), ...own.map(({ address }) => address)];
	return new Set(addresses.map((address) => address.split(".").slice(0, 3).join(".")));
}
