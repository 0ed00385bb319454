import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CommitTimes } from "../content/pages/page.ts";

/** By file, relative to the folder. */
type TimesByFile = ReadonlyMap<string, CommitTimes>;

const run = promisify(execFile);

/** A history of a hundred thousand commits takes some seconds; it is read once for each of them. */
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Nothing of the machine's configuration, and nothing in the folder's own that starts programs. */
const ENVIRONMENT = {
	PATH: process.env["PATH"],
	HOME: "/tmp",
	LC_ALL: "C",
	GIT_CONFIG_NOSYSTEM: "1",
	GIT_CONFIG_GLOBAL: "/dev/null",
	GIT_TERMINAL_PROMPT: "0",
	GIT_OPTIONAL_LOCKS: "0",
};
const OPTIONS = ["safe.directory=*", "log.showSignature=false", "core.fsmonitor=false"];

const NOTHING: TimesByFile = new Map();

/**
 * Makes a reader of when git has the files of a folder from. Where there is no git, or no
 * repository around the folder, it knows nothing, and asks again at the next change.
 */
export function createCommitTimesReader(
	folder: string,
): (previous: TimesByFile | undefined) => Promise<TimesByFile> {
	let last: { readonly head: string; readonly times: TimesByFile } | undefined;
	return async (previous = NOTHING) => {
		const head = await ask(folder, ["rev-parse", "HEAD"]);
		if (head === undefined) return previous.size === 0 ? previous : NOTHING;
		if (last?.head === head) return last.times;
		const log = await ask(folder, [
			...["log", "--format=%x01%ct %P", "--name-only", "--no-renames", "--relative", "-z"],
			...["--", "."],
		]);
		if (log === undefined) return previous;
		const isShallow = (await ask(folder, ["rev-parse", "--is-shallow-repository"])) === "true\n";
		last = { head, times: timesOf(log, isShallow) };
		return last.times;
	};
}

/** Newest commit first: what is seen first of a file is its last change. */
function timesOf(log: string, isShallow: boolean): TimesByFile {
	const times = new Map<string, CommitTimes>();
	for (const commit of log.split("\u0001").slice(1)) {
		const [line = "", ...names] = commit.split(/[\0\n]/);
		const [seconds, ...parents] = line.trim().split(" ");
		// Where the history is cut off, every file seems to have come at once.
		if (isShallow && parents.length === 0) continue;
		const ms = Number(seconds) * 1000;
		for (const name of names) {
			if (name === "") continue;
			times.set(name, { firstMs: ms, lastMs: times.get(name)?.lastMs ?? ms });
		}
	}
	return times;
}

async function ask(folder: string, words: readonly string[]): Promise<string | undefined> {
	const settings = OPTIONS.flatMap((option) => ["-c", option]);
	try {
		const { stdout } = await run("git", [...settings, "-C", folder, ...words], {
			env: ENVIRONMENT,
			timeout: TIMEOUT_MS,
			maxBuffer: MAX_OUTPUT_BYTES,
		});
		return stdout;
	} catch {
		// No git, no repository, or no commit yet.
		return undefined;
	}
}
