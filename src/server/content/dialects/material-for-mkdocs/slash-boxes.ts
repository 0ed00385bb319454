import type { MarkdownIt, StateBlock } from "markdown-it";
import { matchCallout } from "../../markdown/boxes/callout.ts";
import { meaningOf } from "../../markdown/boxes/vocabulary.ts";
import { writeComponent } from "../../markdown/boxes/write-component.ts";
import { fenceAfter, lineOf, parseInside } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";

/** `/// note | Title` */
const START = /^(\/{3,})[ \t]+([a-z][\w-]{0,40})(?:[ \t]*\|[ \t]*(.{0,300}?))?[ \t]*$/i;

const END = /^\/{3,}[ \t]*$/;

/** So many lines are looked through for an end: a page full of beginnings is not searched for each. */
const MAX_LINES = 400;

/** Boxes between lines of slashes, as newer MkDocs have them. */
export function slashBoxes(markdown: MarkdownIt): void {
	addBlock(markdown, "slash_box", readBox);
}

function readBox(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	const [, slashes = "", name, title = ""] = START.exec(lineOf(state, line)) ?? [];
	if (name === undefined) return undefined;
	const end = findEnd(state, line, { endLine, length: slashes.length });
	if (end === undefined) return undefined;
	const callout = matchCallout(name, title);
	const meaning = callout
		? ({ kind: "callout", callout } as const)
		: (meaningOf({ name, props: { title, label: title } }) ?? ({ kind: "children" } as const));
	return () => {
		writeComponent(meaning, { state, line }, () =>
			parseInside(state, skipOptions(state, line, end), end),
		);
		return end + 1;
	};
}

interface Search {
	readonly endLine: number;
	/** Of the slashes that start the box: one inside of it has fewer. */
	readonly length: number;
}

function findEnd(state: StateBlock, line: number, { endLine, length }: Search): number | undefined {
	let fence: string | undefined;
	for (let next = line + 1; next < Math.min(endLine, line + MAX_LINES); next += 1) {
		const text = lineOf(state, next);
		fence = fenceAfter(text, fence);
		if (fence === undefined && END.test(text) && text.trim().length === length) return next;
	}
	return undefined;
}

/** Options of the box, such as `type: warning`, are set in by four below its start. */
function skipOptions(state: StateBlock, line: number, end: number): number {
	let next = line + 1;
	while (
		next < end &&
		/^ {4,}[a-z-]+:/.test(state.src.slice(state.bMarks[next], state.eMarks[next]))
	)
		next += 1;
	return next;
}
