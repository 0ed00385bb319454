import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface StartSiteOptions {
	/** Value of `SITE_DIR`; absent: the embedded site. */
	readonly siteFolder?: string;
	/** Variables besides the defaults of a test: a free loopback port and a new data folder. */
	readonly environment?: Readonly<Record<string, string>>;
	/** Folder of the build; absent: `dist`. */
	readonly buildFolder?: string;
	/** User of the process; absent: the caller's. Only root can set it. */
	readonly uid?: number;
}

export interface RunningSite {
	/** Origin and base path, without a trailing slash. */
	readonly url: string;
	/** The lines of its log, parsed; grows while it runs. */
	readonly log: readonly LogLine[];
	readonly process: ChildProcess;
	/** Sends SIGTERM and waits. @returns The exit code. */
	stop(): Promise<number | null>;
}

export type LogLine = Readonly<Record<string, unknown>>;

const ROOT = join(import.meta.dirname, "../..");

/**
 * Starts the built site in a separate process, as an operator would.
 *
 * @throws {Error} When it ends before it listens; the message contains its output.
 */
export async function startSite(options: StartSiteOptions = {}): Promise<RunningSite> {
	const { siteFolder, environment = {}, buildFolder = join(ROOT, "dist"), uid } = options;
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	const child = spawn(join(ROOT, "node_modules/.bin/node"), [join(buildFolder, "server/main.js")], {
		// Omits the caller's environment, so that a test does not depend on it.
		env: {
			HOST: "127.0.0.1",
			PORT: "0",
			DATA_DIR: dataFolder,
			// Hundreds of starts compile the same modules.
			NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compile"),
			...(siteFolder === undefined ? {} : { SITE_DIR: siteFolder }),
			...environment,
		},
		stdio: ["ignore", "pipe", "pipe"],
		...(uid === undefined ? {} : { uid }),
	});
	const exited = untilExit(child, dataFolder);
	const { origin, log } = await listening(child);
	return {
		url: origin + (environment["BASE_PATH"] ?? ""),
		log,
		process: child,
		stop: async () => {
			child.kill("SIGTERM");
			await exited;
			return child.exitCode;
		},
	};
}

async function untilExit(child: ChildProcess, dataFolder: string): Promise<void> {
	// An aborted test file must not leave a process behind.
	const end = (): boolean => child.kill("SIGKILL");
	process.once("exit", end);
	await once(child, "exit");
	process.off("exit", end);
	await rm(dataFolder, { recursive: true, force: true });
}

/** Reads the origin from Fastify's log, because the system chooses the port. */
function listening(child: ChildProcess): Promise<{ origin: string; log: readonly LogLine[] }> {
	const log: LogLine[] = [];
	const said: string[] = [];
	return new Promise((resolve, reject) => {
		readLines(child.stderr, (line) => said.push(line));
		readLines(child.stdout, (line) => {
			said.push(line);
			const entry = parseLogLine(line);
			log.push(entry);
			const origin = /^Server listening at (\S+)$/.exec(String(entry["msg"]))?.[1];
			if (origin !== undefined) resolve({ origin, log });
		});
		child.once("error", reject);
		child.once("exit", (code) => {
			reject(new Error(`The site ended with exit code ${code}:\n${said.join("\n")}`));
		});
	});
}

function readLines(stream: ChildProcess["stdout"], onLine: (line: string) => void): void {
	if (stream === null) throw new TypeError("The process must have been started with pipes");
	createInterface({ input: stream }).on("line", onLine);
}

/** Parses a log line. A line without JSON becomes a message, so that a test can still see it. */
function parseLogLine(line: string): LogLine {
	try {
		return JSON.parse(line);
	} catch {
		return { msg: line };
	}
}
