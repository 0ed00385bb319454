import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** A file of a back-up. */
export interface Copy {
	readonly path: string;
	/** Arguments that select the project; empty for the first project. */
	readonly words: readonly string[];
}

/**
 * @param file File of the first project.
 * @param projects Ids of further projects, whose copies are beside it, as `./loggia back-up` writes them.
 */
export function copiesOf(file: string, projects: readonly string[]): readonly Copy[] {
	return [
		{ path: file, words: [] },
		...projects.map((id) => ({ path: `${withoutEnding(file)}.${id}.sqlite`, words: [id] })),
	];
}

/** @returns Ids of further projects whose copies are beside the first. */
export function copiedProjects(file: string): readonly string[] {
	const start = `${basename(withoutEnding(file))}.`;
	return readdirSync(dirname(file)).flatMap((name) => {
		if (!name.startsWith(start)) return [];
		return /^([0-9a-f]+)\.sqlite$/.exec(name.slice(start.length))?.[1] ?? [];
	});
}

function withoutEnding(file: string): string {
	return file.replace(/\.sqlite$/, "");
}
