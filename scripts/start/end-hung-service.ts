import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longer than any pause of a service that is alive. */
const HUNG_AFTER_MS = 20_000;

export interface HealthObservation {
	readonly name: string;
	/** The built entry, by whose path the process is found. */
	readonly entry: string;
	/** A refused connection is not silence: the service is starting, or gone. */
	readonly isSilent: boolean;
	readonly nowMs: number;
}

/**
 * Ends a service whose event loop stands still, so that the container engine starts it again.
 * Each health check is a process of its own: since when a service is silent stands in a file.
 *
 * @returns Whether it was ended.
 */
export function endHungService({ name, entry, isSilent, nowMs }: HealthObservation): boolean {
	const file = join(tmpdir(), `loggia-${name}-silent-since`);
	if (!isSilent) {
		rmSync(file, { force: true });
		return false;
	}
	const since = readSince(file);
	if (since === undefined) writeFileSync(file, String(nowMs));
	if (since === undefined || nowMs - since < HUNG_AFTER_MS) return false;
	rmSync(file, { force: true });
	const hung = processesOf(entry);
	for (const pid of hung) process.kill(pid, "SIGKILL");
	return hung.length > 0;
}

function readSince(file: string): number | undefined {
	try {
		return Number(readFileSync(file, "utf8"));
	} catch {
		// It was not silent before.
		return undefined;
	}
}

/** @returns The processes of this container, or of this machine, that run the entry. */
function processesOf(entry: string): readonly number[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.filter((pid) => commandOf(pid)[1] === entry).map(Number);
}

function commandOf(pid: string): readonly string[] {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
	} catch {
		// It has ended meanwhile.
		return [];
	}
}
