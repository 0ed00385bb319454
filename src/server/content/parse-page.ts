import { hash } from "node:crypto";
import { decodeText } from "./decode-text.ts";
import { readFrontMatter } from "./front-matter.ts";
import type { BodyRenderer } from "./markdown/render-body.ts";
import { digestBody, packBody } from "./packed-body.ts";
import type { KeptBody, ParsedBody, ParsedPage } from "./parsed-page.ts";
import { firstProblems } from "./problem.ts";

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

/** Parses one page file, by nothing but its own content. */
export function parsePage(source: PageSource, renderer: BodyRenderer): PageParsing {
	const { file, bytes, modifiedMs } = source;
	const reading = decodeText(bytes);
	if (reading.kind === "refused") return reading;
	const front = readFrontMatter(file, reading.text);
	const rendered = renderer.render(file, front.body, front.bodyLine);
	const sourceDigest = hash("sha256", bytes, "hex");
	return {
		kind: "parsed",
		page: {
			file,
			frontMatter: front.frontMatter,
			frontMatterLines: front.lines,
			isReadable: front.isReadable,
			body: keepBody(rendered.body),
			problems: firstProblems(file, [...front.problems, ...rendered.problems]),
			modifiedMs,
			digest: `${sourceDigest}-${digestBody(rendered.body.parts)}`,
			sourceDigest,
			size: bytes.length,
			endsInNewline: bytes.at(-1) === NEWLINE,
			showsSiteIcons: rendered.showsSiteIcons,
		},
	};
}

function keepBody({ parts, headings, heading, anchors }: ParsedBody): KeptBody {
	return {
		packed: packBody(parts, headings),
		references: parts.filter((part) => typeof part !== "string"),
		...(heading === undefined ? {} : { heading }),
		anchors,
	};
}
