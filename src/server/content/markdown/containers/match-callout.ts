/** Boxes that set a paragraph apart, by the name that authors give them. */
const CALLOUT_TITLES: Readonly<Record<string, string>> = {
	note: "Note",
	tip: "Tip",
	info: "Info",
	important: "Important",
	warning: "Warning",
	danger: "Danger",
	caution: "Caution",
	details: "Details",
};

export interface Callout {
	/** One of the names above. */
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
	if (!Object.hasOwn(CALLOUT_TITLES, kind)) return undefined;
	return { kind, title: title.trim() || (CALLOUT_TITLES[lower] ?? titleOf(lower)) };
}

function titleOf(name: string): string {
	return name.slice(0, 1).toUpperCase() + name.slice(1);
}
