import { hash } from "node:crypto";
import { decodeText } from "../files/decode-text.ts";
import { readFrontMatter } from "../front-matter/front-matter.ts";
import { highlightParts } from "../markdown/code/code-highlighter.ts";
import type { BodyRenderer } from "../markdown/render-body.ts";
import { firstProblems } from "../problem.ts";
import { bodyText, digestBody, packBody } from "./packed-body.ts";
import type { BodyPart, BodyReference, ParsedPage } from "./parsed-page.ts";

/** A page file as it was read. */
export interface PageSource {
	/** Relative to the site folder. */
	readonly file: string;
	readonly bytes: Buffer;
	readonly modifiedMs: number;
}

/** What came of parsing a file: a page, which may have problems, or the reason why there is none. */
export type PageParsing =
	| { readonly kind: "parsed"; readonly page: ParsedPage }
	| { readonly kind: "refused"; readonly rule: string };

const NEWLINE = 0x0a;

export interface PageParser {
	readonly renderer: BodyRenderer;
	/** Code can also be highlighted when its page is first shown, so that many pages are read sooner. */
	readonly highlighting: "now" | "later";
}

/** Parses one page file, by nothing but its own content. */
export function parsePage(source: PageSource, { renderer, highlighting }: PageParser): PageParsing {
	const { file, bytes, modifiedMs } = source;
	const reading = decodeText(bytes);
	if (reading.kind === "refused") return reading;
	const front = readFrontMatter(file, reading.text);
	const rendered = renderer.render(file, front.body, front.bodyLine);
	const { parts, headings, heading, anchors } = rendered.body;
	const plainText = bodyText(parts);
	const isPlain = highlighting === "later" && parts.some(isCode);
	const highlighted = isPlain ? undefined : highlightParts(parts);
	const codeProblems = highlighted?.problems ?? [];
	const sourceDigest = hash("sha256", bytes, "hex");
	return {
		kind: "parsed",
		page: {
			file,
			frontMatter: front.frontMatter,
			frontMatterLines: front.lines,
			isReadable: front.isReadable,
			body: {
				packed: packBody(highlighted ? bodyText(highlighted.parts) : plainText, headings),
				isPlain,
				references: parts.filter(isReference),
				...(heading === undefined ? {} : { heading }),
				anchors,
			},
			problems: firstProblems(file, [
				...front.problems,
				...rendered.problems,
				...codeProblems.map((problem) => ({ file, ...problem })),
			]),
			modifiedMs,
			digest: `${sourceDigest}-${digestBody(plainText)}`,
			sourceDigest,
			size: bytes.length,
			endsInNewline: bytes.at(-1) === NEWLINE,
			showsSiteIcons: rendered.showsSiteIcons,
		},
	};
}

function isCode(part: BodyPart): boolean {
	return typeof part === "object" && part.kind === "code";
}

function isReference(part: BodyPart): part is BodyReference {
	return typeof part === "object" && part.kind !== "code";
}
