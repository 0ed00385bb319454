import { fenceAfter } from "../containers/fence-after.ts";
import { readTag, type Tag } from "./read-tag.ts";

/** A tag of the source, and where the one stands that closes it. */
export interface PairedTag extends Tag {
	readonly start: number;
	/** `undefined` for a tag that has no inside, or never ends. */
	closing?: { readonly start: number; readonly end: number };
}

/**
 * Finds the tags of components in a whole page, each with its end, in one pass: looking for the
 * end of each by itself would take a hostile page the square of its length.
 *
 * @returns By where they start. Code is left out.
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

/** Where a line may hold a tag; what stands between backticks is code. */
function* placesIn(line: string): Generator<number> {
	if (!line.includes("<")) return;
	const shown = line.includes("`") ? line.replace(/`[^`\n]+`/g, blankOf) : line;
	for (const { index } of shown.matchAll(/<\/?[A-Z]/g)) yield index;
}

function blankOf(text: string): string {
	return " ".repeat(text.length);
}
