import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ShownError, ShownProblem } from "../../../shared/page/shown-problems.ts";

/** A file, line and column at the end of a line of a stack. */
const PLACE = /(?:\(|at |@)((?:file:\/\/)?\/[^():]+):(\d+):(\d+)\)?$/;

/** Describes an error for authors. @param stack With the original lines of the site folder's files. */
export async function shownErrorOf(siteFolder: string, stack: string): Promise<ShownError> {
	const lines = stack.split("\n");
	const start = lines.findIndex((line) => PLACE.test(line));
	const message = lines.slice(0, start === -1 ? 1 : start).join("\n");
	for (const line of lines.slice(Math.max(start, 0))) {
		const [, path = "", row, column] = PLACE.exec(line) ?? [];
		const file = fileBelow(siteFolder, path);
		if (file === undefined) continue;
		const problem = { file, line: Number(row), column: Number(column), message };
		return { ...(await withFrame(siteFolder, problem)), stack };
	}
	return { message, stack };
}

/** Adds the lines around the mistake. */
export async function withFrame(siteFolder: string, problem: ShownProblem): Promise<ShownError> {
	const { file, line, column = 0 } = problem;
	if (line === undefined) return problem;
	try {
		// Loaded here, since most sites have no errors.
		const { codeFrameColumns } = await import("@babel/code-frame");
		const text = await readFile(join(siteFolder, file), "utf8");
		return { ...problem, frame: codeFrameColumns(text, { start: { line, column } }) };
	} catch {
		// The file was deleted meanwhile.
		return problem;
	}
}

function fileBelow(siteFolder: string, path: string): string | undefined {
	const plain = path.startsWith("file:") ? decodeURIComponent(new URL(path).pathname) : path;
	const folder = `${decodeURIComponent(pathToFileURL(siteFolder).pathname)}/`;
	const isOwn = plain.startsWith(folder) && !plain.includes("/node_modules/");
	return isOwn ? plain.slice(folder.length) : undefined;
}
