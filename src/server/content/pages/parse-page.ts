import { hash } from "node:crypto";
import { decodeText } from "../files/read-regular-file.ts";
import { type FrontMatterReading, readFrontMatter } from "../front-matter/front-matter.ts";
import { DRAFTS_FOLDER } from "../front-matter/hiding-signs.ts";
import type { BodyPart, BodyReference } from "../markdown/parsed-body.ts";
import { firstProblems } from "../problem.ts";
import type { BodyRenderer } from "../render-body.ts";
import { bodyText, packBody } from "./packed-body.ts";
import type { ParsedPage } from "./parsed-page.ts";

/** A page file as it was read. */
export interface PageSource {
	/** Relative to the site folder. */
	readonly file: string;
	readonly bytes: Buffer;
	readonly modifiedMs: number;
}

/** The result of parsing a file: a page, which may have problems, or the reason for a refusal. */
export type PageParsing =
	| { readonly kind: "parsed"; readonly page: ParsedPage }
	| { readonly kind: "refused"; readonly rule: string };

const NEWLINE = 0x0a;

/** Of what a page was rendered to; 132 bits. */
const DIGEST_LENGTH = 22;

/** Parses one page file. The result depends only on its content and on the files that it includes. */
export function parsePage(
	{ file, bytes, modifiedMs }: PageSource,
	renderer: BodyRenderer,
): PageParsing {
	const reading = decodeText(bytes);
	if (reading.kind === "refused") return reading;
	const front = hideDraftFile(file, readFrontMatter(file, reading.text));
	const rendered = renderer.render(file, front.body, front.bodyLine);
	const { parts, headings, heading, anchors, mentions } = rendered.body;
	const text = bodyText(parts);
	const sourceDigest = hash("sha256", bytes, "hex");
	return {
		kind: "parsed",
		page: {
			file,
			frontMatter: front.frontMatter,
			frontMatterLines: front.lines,
			isUnderstood: front.isUnderstood,
			isReadable: true,
			body: {
				packed: packBody(text, headings),
				references: parts.filter(isReference),
				...(heading === undefined ? {} : { heading }),
				anchors,
				mentions,
			},
			problems: firstProblems(file, [...front.problems, ...rendered.problems]),
			modifiedMs,
			digest: `${sourceDigest}-${hash("sha256", text, "base64url").slice(0, DIGEST_LENGTH)}`,
			sourceDigest,
			size: bytes.length,
			endsInNewline: bytes.at(-1) === NEWLINE,
			showsSiteIcons: rendered.showsSiteIcons,
			included: rendered.included,
		},
	};
}

function hideDraftFile(file: string, front: FrontMatterReading): FrontMatterReading {
	if (!DRAFTS_FOLDER.test(file)) return front;
	const message = 'The folder "_drafts" hides the page, as "draft: true" does';
	return {
		...front,
		frontMatter: { ...front.frontMatter, draft: true },
		problems: [...front.problems, { file, message }],
	};
}

function isReference(part: BodyPart): part is BodyReference {
	return typeof part === "object";
}
