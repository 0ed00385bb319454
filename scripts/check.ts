/** `npm run check`: what needs no test to be run, all of it at once. Each is a script of package.json as well. */
import { type ExecFileException, execFile } from "node:child_process";
import { dirname } from "node:path";

export const CHECKS = ["types", "format", "lint", "imports", "unused"] as const;

/** @returns What the check complained about, or nothing. */
export function runCheck(name: (typeof CHECKS)[number]): Promise<string> {
	const cwd = dirname(import.meta.dirname);
	return new Promise((resolve) => {
		const onEnd = (error: ExecFileException | null, stdout: string, stderr: string): void =>
			resolve(error === null ? "" : `${error.message}\n${stdout}${stderr}`);
		execFile("npm", ["run", "--silent", `check:${name}`], { cwd, maxBuffer: 1e8 }, onEnd);
	});
}

if (import.meta.main) {
	const complaints = await Promise.all(CHECKS.map(runCheck));
	process.stderr.write(complaints.join(""));
	process.exitCode = complaints.some((complaint) => complaint !== "") ? 1 : 0;
}
