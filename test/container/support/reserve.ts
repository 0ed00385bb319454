import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Shared by every process of this machine that runs these tests. */
const RESERVED = join(tmpdir(), "loggia-test-reserved");

/**
 * Takes a name that stands for something of the machine. A folder that only one process can make
 * stands for it.
 *
 * @returns What gives it back; `undefined` where it belongs to a process that runs.
 */
export async function reserve(name: string): Promise<(() => Promise<void>) | undefined> {
	await mkdir(RESERVED, { recursive: true });
	const folder = join(RESERVED, name);
	const owner = join(folder, "process");
	const isNew = await mkdir(folder).then(
		() => true,
		() => false,
	);
	const last = isNew ? "" : await readFile(owner, "utf8").catch(() => String(process.pid));
	if (!isNew && isRunning(Number(last))) return undefined;
	await writeFile(owner, String(process.pid));
	return () => rm(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
