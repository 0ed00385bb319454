/** One thing that is wrong in the site folder, or in the environment that overrides it. */
export interface Problem {
	/** Relative to the site folder, with forward slashes; `environment` for a variable. */
	readonly file: string;
	/** Counted from 1. */
	readonly line?: number;
	/** Counted from 1. */
	readonly column?: number;
	/** One sentence: the rule, and the value that breaks it. */
	readonly message: string;
}

/** The `file` of problems that come from environment variables. */
export const ENVIRONMENT_FILE = "environment";

/**
 * The form that editors and terminals turn into a link: `file:line:column: message`.
 *
 * @example
 * renderProblem({ file: "a.md", line: 3, message: "No" }); // "a.md:3: No"
 */
export function renderProblem({ file, line, column, message }: Problem): string {
	const place = [file, line, column].filter((part) => part !== undefined).join(":");
	return `${place}: ${message}`;
}

/** A file with more is broken as a whole; a longer list only fills logs. */
const MAX_PER_FILE = 100;

/** The first problems of one file, and a word about the rest. */
export function firstProblems(file: string, problems: readonly Problem[]): readonly Problem[] {
	const more = problems.length - MAX_PER_FILE;
	if (more <= 0) return problems;
	const rest = { file, message: `There are ${more} more problems of this kind in the file` };
	return [...problems.slice(0, MAX_PER_FILE), rest];
}

/** Problems that are mended in the same way. */
export interface ProblemGroup {
	/** Their sentence, without what differs from one to the other. */
	readonly kind: string;
	readonly problems: readonly Problem[];
}

/** @returns The most frequent first. */
export function groupProblems(problems: readonly Problem[]): readonly ProblemGroup[] {
	const groups = Map.groupBy(problems, kindOfProblem);
	return [...groups]
		.map(([kind, members]) => ({ kind, problems: members }))
		.toSorted((one, other) => other.problems.length - one.problems.length);
}

/** Problems with a key are told apart by it; other values only tell one place from another. */
export function kindOfProblem({ message }: Pick<Problem, "message">): string {
	return message.startsWith("Key ") ? message : message.replace(/"[^"]*"/g, '"…"');
}
