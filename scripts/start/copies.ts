import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** Where the copy of a further project is: beside that of the first, with its id, as `./loggia back-up` has it. */
export function copyOf(file: string, project: string): string {
	return `${withoutEnding(file)}.${project}.sqlite`;
}

/** @returns Ids of the further projects whose copies lie beside the first. */
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
