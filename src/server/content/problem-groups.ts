import type { Problem } from "./problem.ts";

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
