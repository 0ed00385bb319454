import { groupProblems, type Problem, renderProblem } from "../server/content/problem.ts";
import type { LoadedRevision } from "../server/content/revision.ts";
import type { Adoption, HiddenPage } from "./adoption.ts";
import type { AdoptedPage } from "./check-addresses.ts";
import { foldersOf } from "./publication.ts";

/** File beside `site.yaml`; hidden, so that it is not served. */
export const REPORT_FILE = ".adopt-report.txt";

export interface AdoptionFacts {
	readonly adoption: Adoption;
	readonly revision: Pick<LoadedRevision, "problems" | "listing" | "pages">;
	readonly addresses: readonly AdoptedPage[];
	/** Files of pages that the server cannot publish, though the generator may. */
	readonly leftOut: readonly string[];
	/** Keys of `site.yaml` that the server refuses. */
	readonly refusedKeys: readonly string[];
}

const MAX_RULES = 8;
const MAX_EXAMPLES = 3;
const MAX_FOLDERS = 6;
const MAX_LOST = 5;
const MAX_KINDS = 9;
const MAX_LINE = 300;

/**
 * Writes the report: losses first, then groups of problems. It has at most 40 lines.
 *
 * @param outcome A sentence that says whether `site.yaml` was written.
 */
export function reportAdoption(facts: AdoptionFacts, outcome: string): string {
	const { adoption, revision, addresses, leftOut, refusedKeys } = facts;
	const { listing, pages, problems } = revision;
	const lost = addresses.filter(({ answer }) => answer === "lost");
	const found = Object.entries(adoption.settings).flatMap(([key, value]) =>
		value === undefined ? [] : [key],
	);
	const files = new Set(listing.pages.map(({ file }) => file));
	const served = Array.from(pages.values()).filter(({ file }) => files.has(file));
	const kinds = rankedKinds(problems);
	return [
		...hiddenLines(adoption),
		...leftOutLine(leftOut, listing.pages),
		titleOf(adoption),
		outcome,
		"",
		...Object.entries(adoption.unread).map(([file, reason]) => `Not read: ${file} (${reason})`),
		`Found: ${found.join(", ")}`,
		...(refusedKeys.length === 0 ? [] : [`Not usable: ${refusedKeys.join(", ")}`]),
		`Pages: ${served.length} of ${files.size}`,
		addressLine(adoption, addresses),
		...lost.slice(0, MAX_LOST).map(({ original, file }) => `  not answered: ${original} (${file})`),
		...(lost.length > MAX_LOST ? [`  and ${lost.length - MAX_LOST} more`] : []),
		"",
		...(problems.length === 0
			? ["No problems"]
			: [`Problems: ${problems.length} of ${kinds.length} kinds`]),
		...kinds
			.slice(0, MAX_KINDS)
			.flatMap(({ kind, problems: [first, ...others] }) => [
				`${others.length + 1} × ${kind}`,
				...(first === undefined || isAboutKey(first) ? [] : [`  ${renderProblem(first)}`]),
			]),
	]
		.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
		.join("\n");
}

/** Lists every file that is not served, every address that has changed, and every problem. */
export function listAdoption({ adoption, revision, addresses, leftOut }: AdoptionFacts): string {
	const changed = addresses.filter(({ answer }) => answer !== "same");
	return [
		titleOf(adoption),
		"",
		...hiddenLines(adoption, Number.POSITIVE_INFINITY),
		"",
		`Left out: ${leftOut.length}`,
		...leftOut,
		"",
		addressLine(adoption, addresses),
		...changed.map(({ original, file, path, answer }) =>
			answer === "lost" ? `lost: ${original} (${file})` : `redirect: ${original} to ${path}`,
		),
		"",
		`Problems: ${revision.problems.length}`,
		...rankedKinds(revision.problems).flatMap(({ problems }) => problems.map(renderProblem)),
		"",
	].join("\n");
}

function titleOf({ unknown, generator, evidence }: Adoption): string {
	if (unknown === undefined) return `${generator}, by ${evidence}`;
	return `adopt does not support ${unknown}: read as ${generator}, by ${evidence}`;
}

function addressLine({ addresses: known }: Adoption, addresses: readonly AdoptedPage[]): string {
	if (known === undefined) {
		return "Addresses: not counted, because the original addresses are unknown";
	}
	const count = (answer: AdoptedPage["answer"]): number =>
		addresses.filter((page) => page.answer === answer).length;
	return `Addresses: ${count("same")} of ${addresses.length} the same, ${count("redirect")} by a redirect, ${count("lost")} lost`;
}

/** Names each rule of the generator that hides pages, unreadable rules first. */
function hiddenLines(
	{ generator, hidden }: Adoption,
	maxExamples = MAX_EXAMPLES,
): readonly string[] {
	if (hidden.length === 0) return [`Not published by ${generator}: 0 files of pages`];
	const groups = [...Map.groupBy(hidden, ruleText).entries()].toSorted(
		([, one], [, other]) =>
			Number(other[0]?.isUnreadable === true) - Number(one[0]?.isUnreadable === true) ||
			other.length - one.length,
	);
	const lines = groups.map(([rule, pages]) => {
		const more = pages.length - maxExamples;
		const names = pages.slice(0, maxExamples).map(({ file }) => file);
		return `  ${pages.length} × ${rule}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
	});
	const rest = groups.slice(MAX_RULES).flatMap(([, pages]) => pages).length;
	return [
		`Not published by ${generator}, and not here: ${hidden.length} files of pages`,
		...lines.slice(0, MAX_RULES),
		...(rest > 0 ? [`  ${rest} × other rules`] : []),
	];
}

function ruleText({ rule, isUnreadable }: HiddenPage): string {
	return isUnreadable
		? `possibly by ${rule}, which adopt cannot read (remove public pages from "exclude" in site.yaml)`
		: rule;
}

/** Names the topmost folders without a served page, largest first. */
function leftOutLine(
	leftOut: readonly string[],
	served: readonly { readonly file: string }[],
): readonly string[] {
	if (leftOut.length === 0) return [];
	const open = new Set(served.flatMap(({ file }) => foldersOf(file)));
	const groups = Map.groupBy(leftOut, (file) => {
		const folders = foldersOf(file);
		return folders.find((folder) => !open.has(folder)) ?? folders.at(-1) ?? ".";
	});
	const sorted = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
	const named = sorted
		.slice(0, MAX_FOLDERS)
		.map(([folder, files]) => `${folder} (${files.length})`);
	const more = sorted.length - named.length;
	const rest = more > 0 ? ` and ${more} more folders` : "";
	return [`Left out: ${leftOut.length} files of pages: ${named.join(", ")}${rest}`];
}

/** Kinds of problems, most important first. */
const RANKS = [
	/must belong to one file|must be valid|front matter|cannot be|\bhas no\b|must not be one at/i,
	/leads to no (?:page|file)|that is not there|without pages|is no file/,
	/known here|shown as text|is left out|only the text|Included file/,
	/leads to no heading/,
];

const KEY = /^Key "([^"]*)" is not known/;

function isAboutKey({ message }: Problem): boolean {
	return KEY.test(message);
}

function rankedKinds(
	problems: readonly Problem[],
): readonly { readonly kind: string; readonly problems: readonly Problem[] }[] {
	const keys = problems.filter(isAboutKey);
	const names = groupProblems(keys).map(({ problems: members }) => {
		const [, key = ""] = KEY.exec(members[0]?.message ?? "") ?? [];
		return `${key} (${members.length})`;
	});
	const ranked = groupProblems(problems.filter((problem) => !isAboutKey(problem))).toSorted(
		(one, other) => rankOf(one.kind) - rankOf(other.kind),
	);
	const kind = `Keys are not known: ${names.join(", ")}`;
	return keys.length === 0 ? ranked : [...ranked, { kind, problems: keys }];
}

function rankOf(kind: string): number {
	const rank = RANKS.findIndex((pattern) => pattern.test(kind));
	return rank === -1 ? RANKS.length : rank;
}
