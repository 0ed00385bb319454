import { spawn } from "node:child_process";

/**
 * Runs a command with our output as its own.
 *
 * @returns The exit code; 1 when it could not be started or a signal ended it.
 */
export function runCommand(
	root: string,
	[command = "", ...rest]: readonly string[],
): Promise<number> {
	const child = spawn(command, rest, {
		cwd: root,
		env: { ...process.env, CI: "true" },
		// Nobody is there to answer a question.
		stdio: ["ignore", "inherit", "inherit"],
	});
	return new Promise((resolve) => {
		child.once("exit", (code) => resolve(code ?? 1));
		child.once("error", (error) => {
			console.error(`"${command}" could not be started: ${error.message}`);
			resolve(1);
		});
	});
}
