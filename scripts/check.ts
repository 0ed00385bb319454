/** `npm run check`: runs all checks except tests, in parallel. Each is also a script of package.json. */
import { type ExecFileException, execFile } from "node:child_process";
import { dirname } from "node:path";

export const CHECKS = ["types", "format", "lint", "imports", "unused"] as const;

/** @returns The errors of a check, or an empty string. */
export function runCheck(name: (typeof CHECKS)[number]): Promise<string> {
	const cwd = dirname(import.meta.dirname);
	return new Promise((resolve) => {
		const onEnd = (error: ExecFileException | null, stdout: string, stderr: string): void =>
			resolve(error === null ? "" : `${error.message}\n${stdout}${stderr}`);
		execFile("npm", ["run", "--silent", `check:${name}`], { cwd, maxBuffer: 1e8 }, onEnd);
	});
}

if (import.meta.main) {
	const errors = await Promise.all(CHECKS.map(runCheck));
	process.stderr.write(errors.join(""));
	process.exitCode = errors.some((error) => error !== "") ? 1 : 0;
}
