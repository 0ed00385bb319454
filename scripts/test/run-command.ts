import { spawn } from "node:child_process";

/** Where a command's own output goes: to ours, or nowhere. */
export type CommandOutput = "inherit" | "ignore";

/**
 * Runs a command to its end.
 *
 * @returns The exit code; 1 when it could not be started or a signal ended it.
 */
export function runCommand(
	root: string,
	[command = "", ...rest]: readonly string[],
	output: CommandOutput = "inherit",
): Promise<number> {
	const child = spawn(command, rest, {
		cwd: root,
		env: { ...process.env, CI: "true" },
		// Nobody is there to answer a question.
		stdio: ["ignore", output, output],
	});
	return new Promise((resolve) => {
		child.once("exit", (code) => resolve(code ?? 1));
		child.once("error", (error) => {
			console.error(`"${command}" could not be started: ${error.message}`);
			resolve(1);
		});
	});
}
