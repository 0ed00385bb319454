import { type Component, readProps } from "../../markdown/directives/read-props.ts";
import { fenceAfter } from "../../markdown/lines.ts";

/** A tag of the source, and the position of its closing tag. */
export interface PairedTag extends Tag {
	readonly start: number;
	/** Absent for a tag without content or without an end. */
	closing?: { readonly start: number; readonly end: number };
}

/**
 * Finds all component tags of a page, and their ends, in one pass. A separate search for each end
 * would take quadratic time for a hostile page.
 *
 * @returns Tags by start offset, except those in code.
 */
export function pairTags(source: string): ReadonlyMap<number, PairedTag> {
	const tags = new Map<number, PairedTag>();
	const open: PairedTag[] = [];
	const openCounts = new Map<string, number>();
	for (const tag of tagsOf(source)) {
		if (tag.kind === "close") close(tag);
		else tags.set(tag.start, tag);
		if (tag.kind !== "open") continue;
		open.push(tag);
		openCounts.set(tag.name, (openCounts.get(tag.name) ?? 0) + 1);
	}
	return tags;

	function close({ name, start, end }: PairedTag): void {
		if ((openCounts.get(name) ?? 0) === 0) return;
		for (let tag = open.pop(); tag !== undefined; tag = open.pop()) {
			openCounts.set(tag.name, (openCounts.get(tag.name) ?? 1) - 1);
			if (tag.name !== name) continue;
			tag.closing = { start, end };
			return;
		}
	}
}

function* tagsOf(source: string): Generator<PairedTag> {
	let fence: string | undefined;
	let position = 0;
	let readUpTo = 0;
	for (const line of source.split("\n")) {
		const wasFence = fence !== undefined;
		fence = fenceAfter(line.trim(), fence);
		if (!wasFence && fence === undefined) {
			for (const place of placesIn(line)) {
				const start = position + place;
				const tag = start < readUpTo ? undefined : readTag(source, start);
				if (tag === undefined) continue;
				readUpTo = tag.end;
				yield { ...tag, start };
			}
		}
		position += line.length + 1;
	}
}

/** Yields the offsets of possible tags in a line. Text between backticks is code. */
function* placesIn(line: string): Generator<number> {
	if (!line.includes("<")) return;
	const shown = line.includes("`")
		? line.replace(/`[^`\n]+`/g, (code) => " ".repeat(code.length))
		: line;
	for (const { index } of shown.matchAll(/<\/?[A-Z]/g)) yield index;
}

/** A tag in the form of MDX and Vue. */
export interface Tag extends Component {
	readonly kind: "open" | "close" | "single";
	/** Offset of the text after the tag. */
	readonly end: number;
}

/** Longer tags are text: a hostile file must not cause a long search at every `<`. */
const MAX_CHARACTERS = 8000;

const NAME = /<(\/?)([A-Z][\w.]{0,80})(?=[\s/>])/y;

/**
 * Reads the tag of a component, which may have several lines. HTML tags have no capital letter.
 *
 * @example
 * readTag('<Card title="A" />', 0)?.props; // { title: "A" }
 */
export function readTag(source: string, start: number): Tag | undefined {
	NAME.lastIndex = start;
	const [opening, slash, name = ""] = NAME.exec(source) ?? [];
	if (opening === undefined) return undefined;
	const propsStart = start + opening.length;
	const last = findTagEnd(source, propsStart);
	if (last === undefined) return undefined;
	const isSingle = source[last - 1] === "/";
	const attributes = source.slice(propsStart, isSingle ? last - 1 : last);
	const kind = slash === "/" ? "close" : isSingle ? "single" : "open";
	return { name, props: readProps(attributes), source: attributes, kind, end: last + 1 };
}

/** @returns The offset of the `>`, outside of quotes and braces. */
function findTagEnd(source: string, start: number): number | undefined {
	const limit = Math.min(source.length, start + MAX_CHARACTERS);
	let quote = "";
	let depth = 0;
	for (let index = start; index < limit; index++) {
		const character = source[index] ?? "";
		if (quote !== "") {
			if (character === quote) quote = "";
		} else if (character === '"' || character === "'" || character === "`") quote = character;
		else if (character === "{") depth += 1;
		else if (character === "}") depth -= 1;
		else if (depth === 0 && character === "<") return undefined;
		else if (depth === 0 && character === ">") return index;
	}
	return undefined;
}
