import type { IncludedPart } from "./include.ts";

const COMMENT = String.raw`^[ \t]*(?:\/\/|\/\*|#|<!--|--|;|%|\*|\{\/\*)[ \t]*`;

/** Editors, mdBook and MkDocs mark regions in comments of whatever language. */
const MARK = new RegExp(
	[
		String.raw`${COMMENT}#?(end)?region\b[ \t]*([\w.*-]{1,100})?[ \t]*(?:-->|\*\/\}?)?[ \t]*$`,
		String.raw`${COMMENT}ANCHOR(_END)?:[ \t]*([\w-]{1,100})`,
		String.raw`${COMMENT}-{1,8}8<-{1,8}[ \t]*\[(start|end):[ \t]*([\w.*-]{1,100})\]`,
	].join("|"),
);

/**
 * Takes a part out of a file, without the marks of regions and set in as little as it can be.
 *
 * @returns `undefined` when there is no such part.
 */
export function selectPart(text: string, part: IncludedPart | undefined): string | undefined {
	const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
	// Most files have no regions, and looking at every line takes longer than looking once.
	if (part === undefined && !/region|ANCHOR|8<-/.test(text)) return lines.join("\n");
	if (part === undefined) return lines.filter((line) => markOf(line) === undefined).join("\n");
	const chosen =
		part.kind === "lines"
			? part.ranges.flatMap(({ from, to }) => lines.slice(from - 1, to))
			: linesOfRegion(lines, part.name);
	return chosen === undefined || chosen.length === 0
		? undefined
		: outdent(chosen.filter((line) => markOf(line) === undefined)).join("\n");
}

function linesOfRegion(lines: readonly string[], name: string): readonly string[] | undefined {
	const start = lines.findIndex((line) => isMark(line, name, "start"));
	if (start === -1) return undefined;
	const end = lines.findIndex((line, index) => index > start && isMark(line, name, "end"));
	return lines.slice(start + 1, end === -1 ? undefined : end);
}

function isMark(line: string, name: string, kind: Mark["kind"]): boolean {
	const mark = markOf(line);
	return mark?.kind === kind && (mark.name === name || (kind === "end" && mark.name === ""));
}

interface Mark {
	readonly kind: "start" | "end";
	/** Empty where the end of a region has none. */
	readonly name: string;
}

function markOf(line: string): Mark | undefined {
	const match = MARK.exec(line);
	if (match === null) return undefined;
	const [, endRegion, region, endAnchor, anchor, cut, cutName] = match;
	const isEnd = endRegion !== undefined || endAnchor !== undefined || cut === "end";
	const name = region ?? anchor ?? cutName ?? "";
	// A region without a name cannot be asked for; it may be a comment like any other.
	if (name === "" && !isEnd) return undefined;
	return { kind: isEnd ? "end" : "start", name };
}

function outdent(lines: readonly string[]): readonly string[] {
	const indents = lines
		.filter((line) => line.trim() !== "")
		.map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
	const least = Math.min(...indents.map(({ length }) => length));
	return Number.isFinite(least) ? lines.map((line) => line.slice(least)) : lines;
}
