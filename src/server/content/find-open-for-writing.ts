import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Finds the files that a process has open for writing, among those whose processes we may
 * look at: on the same machine, in the same container, of the same user. Elsewhere than on
 * Linux it finds none.
 *
 * @param realPaths Absolute, without links.
 */
export function findOpenForWriting(realPaths: ReadonlySet<string>): ReadonlySet<string> {
	const found = new Set<string>();
	if (realPaths.size === 0) return found;
	for (const processId of namesIn("/proc")) {
		if (!/^\d+$/.test(processId)) continue;
		for (const descriptor of namesIn(`/proc/${processId}/fd`)) {
			const path = targetOf(`/proc/${processId}/fd/${descriptor}`);
			if (path === undefined || !realPaths.has(path) || found.has(path)) continue;
			if (isForWriting(`/proc/${processId}/fdinfo/${descriptor}`)) found.add(path);
		}
	}
	return found;
}

/** The access mode in the flags of `open()`: read only is none of these. */
const WRITING = 0o3;

function isForWriting(file: string): boolean {
	try {
		const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(file, "latin1"))?.[1];
		return flags !== undefined && (Number.parseInt(flags, 8) & WRITING) !== 0;
	} catch {
		// Closed since we have seen it.
		return false;
	}
}

/** @returns Nothing for what is not there, or not ours to look at. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function targetOf(link: string): string | undefined {
	try {
		return readlinkSync(link);
	} catch {
		return undefined;
	}
}
