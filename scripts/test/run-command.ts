import { type ChildProcess, spawn } from "node:child_process";

/** Where a command's own output goes: to ours, or nowhere. */
export type CommandOutput = "inherit" | "ignore";

export interface CommandOptions {
	readonly output?: CommandOutput;
	/** After so long it is stopped with everything that it started. */
	readonly limitMs?: number;
}

/** Several times what the slowest of our commands takes on a machine with other things to do. */
const LIMIT_MS = 20 * 60_000;

/** What was asked to end has so long to do so in order. */
const GRACE_MS = 10_000;

/**
 * Runs a command to its end. Nothing that it started outlives it: what is left would keep the
 * output open, and whoever reads that would wait for ever.
 *
 * @returns The exit code; 1 when it could not be started, took too long, or a signal ended it.
 */
export function runCommand(
	root: string,
	[command = "", ...rest]: readonly string[],
	{ output = "inherit", limitMs = LIMIT_MS }: CommandOptions = {},
): Promise<number> {
	const child = spawn(command, rest, {
		cwd: root,
		env: { ...process.env, CI: "true" },
		// Nobody is there to answer a question.
		stdio: ["ignore", output, output],
		// A group of its own, so that all of it can be ended.
		detached: true,
	});
	const stopForwarding = forwardSignals(child);
	const stopWatching = endAfter(child, limitMs, () =>
		console.error(
			`"${[command, ...rest].join(" ")}" was stopped: it had not ended after ${limitMs / 1000} s`,
		),
	);
	return new Promise<number>((resolve) => {
		child.once("exit", (code) => resolve(code ?? 1));
		child.once("error", (error) => {
			console.error(`"${command}" could not be started: ${error.message}`);
			resolve(1);
		});
	}).finally(() => {
		stopForwarding();
		stopWatching();
		signalGroup(child, "SIGKILL");
	});
}

/** Ctrl+C reaches the group of the terminal, which the command is not part of. */
function forwardSignals(child: ChildProcess): () => void {
	const listeners = (["SIGINT", "SIGTERM"] as const).map((signal) => {
		const forward = (): void => {
			signalGroup(child, signal);
			// The one who stops a command does not want the next one either.
			child.once("exit", () => process.exit(1));
		};
		process.once(signal, forward);
		return () => process.removeListener(signal, forward);
	});
	return () => {
		for (const stop of listeners) stop();
	};
}

function endAfter(child: ChildProcess, limitMs: number, onLimit: () => void): () => void {
	let grace: NodeJS.Timeout | undefined;
	const limit = setTimeout(() => {
		onLimit();
		signalGroup(child, "SIGTERM");
		grace = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS);
	}, limitMs);
	return () => {
		clearTimeout(limit);
		clearTimeout(grace);
	};
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch (error) {
		// All of it has ended already.
		if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
	}
}
