import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** One file of a back-up. */
export interface Copy {
	readonly path: string;
	/** Arguments that name the project; empty for the first. */
	readonly words: readonly string[];
}

/**
 * @param file Of the first project.
 * @param projects Ids of further ones, whose copies lie beside it, as `./loggia back-up` has it.
 */
export function copiesOf(file: string, projects: readonly string[]): readonly Copy[] {
	return [
		{ path: file, words: [] },
		...projects.map((id) => ({ path: `${withoutEnding(file)}.${id}.sqlite`, words: [id] })),
	];
}

/** @returns Ids of further projects with a copy beside the first. */
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
