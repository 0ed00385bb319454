import type { Heading } from "../../../shared/payload.ts";
import type { BodyReference } from "../parsed-page.ts";
import type { Problem } from "../problem.ts";

/** What the rules of the Markdown parser note down about one body. */
export interface BodyNotes {
	/** Line of the file on which the body starts, counted from 1. */
	readonly firstLine: number;
	/** The text of the first `h1`. */
	title?: string;
	readonly headings: Heading[];
	readonly anchors: Set<string>;
	readonly references: BodyReference[];
	readonly problems: Omit<Problem, "file">[];
}

const NOTES = Symbol("notes");

/** An environment for one run of the parser, which hands it to every rule. */
export type BodyEnvironment = Record<string | symbol, unknown>;

export function createBodyNotes(firstLine: number): BodyEnvironment {
	const notes: BodyNotes = {
		firstLine,
		headings: [],
		anchors: new Set(),
		references: [],
		problems: [],
	};
	return { [NOTES]: notes };
}

/** @param environment Of one run; the parser's types say that it may be absent, our renderer never leaves it out. */
export function notesOf(environment: BodyEnvironment | undefined): BodyNotes {
	// Only `createBodyNotes()` makes environments, and nothing else knows the symbol.
	return environment?.[NOTES] as BodyNotes;
}
