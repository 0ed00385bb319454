import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** A folder whose disk can hang, for processes with its environment. */
export interface HangingFolder {
	readonly environment: Readonly<Record<string, string>>;
	/** Blocks every access to the folder from now on. */
	readonly hang: () => void;
	readonly answer: () => void;
}

export function hangingFolder(folder: string): HangingFolder {
	const own = temporaryFolder();
	const [pipe, mark] = [join(own, "pipe"), join(own, "mark")];
	execFileSync("mkfifo", [pipe]);
	return {
		environment: {
			NODE_OPTIONS: `--import ${join(import.meta.dirname, "hang-disk.ts")}`,
			HANGING_FOLDER: folder,
			HANGING_MARK: mark,
			HANGING_PIPE: pipe,
		},
		hang: () => writeFileSync(mark, ""),
		answer() {
			rmSync(mark);
			const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
			onTestFinished(() => closeSync(writer));
		},
	};
}
