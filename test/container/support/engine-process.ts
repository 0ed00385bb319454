import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { runDocker } from "./run-docker.ts";

/** Where dockerd writes its process id, unless it is told otherwise. */
const PID_FILE = "/var/run/docker.pid";

const SIGNALS = { kill: "SIGKILL", stop: "SIGTERM", pause: "SIGSTOP", unpause: "SIGCONT" } as const;

export type EngineTask = keyof typeof SIGNALS | "start";

/** The engine of this machine, to be ended, frozen and started again with the words it was started with. */
export class EngineProcess {
	readonly #words: readonly string[];
	readonly #folder: string;

	/** @throws {Error} When the engine has no process on this machine, or another user's. */
	constructor() {
		this.#words = readFileSync(`/proc/${pidOfEngine()}/cmdline`, "utf8").split("\0").slice(0, -1);
		this.#folder = readlinkSync(`/proc/${pidOfEngine()}/cwd`);
	}

	async tell(task: EngineTask): Promise<void> {
		if (task === "start") return this.#start();
		const pid = pidOfEngine();
		process.kill(pid, SIGNALS[task]);
		if (task === "kill" || task === "stop") await ended(pid);
	}

	async #start(): Promise<void> {
		const [program = "", ...words] = this.#words;
		const log = openSync("/tmp/loggia-test-engine.log", "a");
		// It outlives the tests.
		spawn(program, words, {
			cwd: this.#folder,
			detached: true,
			stdio: ["ignore", log, log],
		}).unref();
		while (!(await runDocker(["info"]).then(Boolean, () => false))) await delay(250);
	}
}

function pidOfEngine(): number {
	return Number(readFileSync(PID_FILE, "utf8"));
}

async function ended(pid: number): Promise<void> {
	while (existsSync(`/proc/${pid}`)) await delay(100);
}
