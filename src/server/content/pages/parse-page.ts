import { hash } from "node:crypto";
import { definedOnly } from "../../../shared/defined-only.ts";
import { decodeText } from "../files/read-regular-file.ts";
import { type FrontMatterReading, readFrontMatter } from "../front-matter/front-matter.ts";
import { DRAFTS_FOLDER } from "../front-matter/hiding-signs.ts";
import { type FrontMatter, NO_FRONT_MATTER } from "../front-matter/to-front-matter.ts";
import type { BodyReference, ParsedBody } from "../markdown/body-notes.ts";
import { firstProblems, type Problem } from "../problem.ts";
import type { BodyRenderer } from "../render-body.ts";
import { bodyText, packBody } from "./page.ts";

/**
 * A page file, parsed without looking at any other file but those that it includes, so that
 * a change of one file parses one file, and what shows it.
 */
export interface ParsedPage {
	/** Relative to the site folder. */
	readonly file: string;
	readonly frontMatter: FrontMatter;
	/** Line of the file by key, counted from 1. */
	readonly frontMatterLines: ReadonlyMap<string, number>;
	/** Whether the front matter says clearly who may see the page; if not, it counts as a draft. */
	readonly isUnderstood: boolean;
	/** `false`: the file cannot be read, and never could. */
	readonly isReadable: boolean;
	readonly body: PackedBody;
	readonly problems: readonly Problem[];
	readonly modifiedMs: number;
	/** Hash of the file's bytes, and of what they were rendered to. */
	readonly digest: string;
	/** Hash of the file's bytes alone: finds the file among those that are kept. */
	readonly sourceDigest: string;
	/** In bytes. */
	readonly size: number;
	/** As whole files mostly do; one that is being written mostly does not. */
	readonly endsInNewline: boolean;
	/** Whether a drawing of the site folder is in the body. */
	readonly showsSiteIcons: boolean;
	/** Stamps of the files that are shown in it, by file of the site folder; empty for none. */
	readonly included: ReadonlyMap<string, string>;
}

/** What stays of a body: all but the text is needed to tell where its links lead. */
export interface PackedBody extends Pick<ParsedBody, "heading" | "anchors" | "mentions"> {
	readonly packed: Uint8Array;
	readonly references: readonly BodyReference[];
}

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
				references: parts.filter((part) => typeof part === "object"),
				heading,
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

/** Stands for a page whose file cannot be read and never could: its path answers with a failure. */
export function unreadablePage(file: string): ParsedPage {
	return {
		file,
		frontMatter: { ...NO_FRONT_MATTER, navigation: false },
		frontMatterLines: new Map(),
		isUnderstood: false,
		isReadable: false,
		body: {
			packed: packBody("", []),
			...{ references: [], heading: undefined, anchors: new Set(), mentions: [] },
		},
		problems: [],
		modifiedMs: 0,
		digest: "",
		sourceDigest: "",
		size: 0,
		endsInNewline: false,
		showsSiteIcons: false,
		included: new Map(),
	};
}

/** A problem with a key of the front matter. */
export function problemWith(
	{ file, frontMatterLines }: ParsedPage,
	key: string,
	message: string,
): Problem {
	return definedOnly({ file, line: frontMatterLines.get(key), message });
}
