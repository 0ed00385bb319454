/** What boxes that set a paragraph apart are headed with; in lower case, the names that authors give them. */
export const CALLOUT_TITLES = [
	"Note",
	"Tip",
	"Info",
	"Important",
	"Warning",
	"Danger",
	"Caution",
	"Details",
] as const;

const KINDS: ReadonlySet<string> = new Set(CALLOUT_TITLES.map((title) => title.toLowerCase()));

export interface Callout {
	/** One of the titles above, in lower case. */
	readonly kind: string;
	/** Inline Markdown. */
	readonly title: string;
}

/** What other generators call them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	abstract: "info",
	attention: "warning",
	bug: "danger",
	check: "tip",
	done: "tip",
	error: "danger",
	example: "note",
	fail: "danger",
	failure: "danger",
	faq: "note",
	help: "note",
	hint: "tip",
	missing: "danger",
	question: "note",
	quote: "note",
	seealso: "info",
	success: "tip",
	summary: "info",
	tldr: "info",
	todo: "info",
	warn: "warning",
};

/** @returns `undefined` when there is no callout of this name. */
export function matchCallout(name: string, title: string): Callout | undefined {
	const lower = name.toLowerCase();
	const kind = Object.hasOwn(OTHER_NAMES, lower) ? (OTHER_NAMES[lower] ?? lower) : lower;
	return KINDS.has(kind) ? { kind, title: title.trim() || titleOf(lower) } : undefined;
}

function titleOf(name: string): string {
	return name.slice(0, 1).toUpperCase() + name.slice(1);
}
