import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sizes } from "./measure-build.ts";

/** Limits of entries and chunks, in brotli bytes. Raising a limit needs a commit. */
const BUDGET_FILE = "scripts/size/budget.json";

/** @throws {SyntaxError} When the file is not a mapping of names to bytes. */
export async function readBudget(root: string): Promise<Sizes> {
	const budget: unknown = JSON.parse(await readFile(join(root, BUDGET_FILE), "utf8"));
	if (isSizes(budget)) return budget;
	throw new SyntaxError(`"${BUDGET_FILE}" must map names to whole numbers of bytes`);
}

/** @returns A sentence for each chunk that is too large, unknown or missing. */
export function complaintsAbout(sizes: Sizes, budget: Sizes): readonly string[] {
	const names = [...new Set([...Object.keys(sizes), ...Object.keys(budget)])];
	return names.flatMap((name) => complaintAbout(name, sizes[name], budget[name]));
}

function complaintAbout(
	name: string,
	size: number | undefined,
	limit: number | undefined,
): readonly string[] {
	if (size === undefined) return [`The budget names "${name}", which the build does not have`];
	if (limit === undefined) return [`The budget must name "${name}": its size is ${size} bytes`];
	if (size <= limit) return [];
	return [`"${name}" must have at most ${limit} bytes: its size is ${size}`];
}

function isSizes(value: unknown): value is Sizes {
	if (typeof value !== "object" || value === null) return false;
	return Object.values(value).every(Number.isSafeInteger);
}
