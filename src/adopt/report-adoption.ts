import { groupProblems, type Problem, renderProblem } from "../server/content/problem.ts";
import type { Adoption } from "./adoption.ts";
import type { JudgedAddresses } from "./judge-addresses.ts";

/** Examples for each kind; `check-site` lists all. */
const MAX_PLACES = 3;
const MAX_ADDRESSES = 50;

export interface AdoptionFacts extends JudgedAddresses {
	readonly adoption: Adoption;
	readonly problems: readonly Problem[];
	readonly leftOut: readonly string[];
	/** Whether `site.yaml` was written. */
	readonly outcome: string;
}

/** Writes the report, with problems grouped by kind. */
export function reportAdoption(facts: AdoptionFacts): string {
	const { adoption, pages, redirects, problems, leftOut, outcome } = facts;
	const served = pages.filter(({ path }) => path !== undefined);
	const lost = pages.filter(({ path, isTaken }) => path === undefined || isTaken);
	const { settings } = adoption;
	const found = Object.entries(settings).flatMap(([key, value]) =>
		value === undefined ? [] : [key],
	);
	return [
		`${adoption.generator}, by ${adoption.evidence}`,
		outcome,
		"",
		...Object.entries(adoption.unread).map(([file, reason]) => `Not read: ${file} (${reason})`),
		`Found: ${found.join(", ")}`,
		...(leftOut.length === 0 ? [] : [`Not usable: ${leftOut.join(", ")}`]),
		`Pages: ${served.length} of ${pages.length}`,
		`Addresses: ${pages.length - lost.length} of ${pages.length} answered, ${redirects.size} of them by a redirect`,
		...lost
			.slice(0, MAX_ADDRESSES)
			.map(({ original, file }) => `  not answered: ${original} (${file})`),
		"",
		...groupProblems(problems).flatMap(({ kind, problems: members }) => [
			`${members.length} × ${kind}`,
			...members.slice(0, MAX_PLACES).map((problem) => `  ${renderProblem(problem)}`),
		]),
	].join("\n");
}
