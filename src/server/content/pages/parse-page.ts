import { hash } from "node:crypto";
import { definedOnly } from "../../../shared/defined-only.ts";
import { decodeText } from "../files/read-regular-file.ts";
import { type FrontMatterReading, readFrontMatter } from "../front-matter/front-matter.ts";
import { DRAFTS_FOLDER } from "../front-matter/hiding-signs.ts";
import { type FrontMatter, NO_FRONT_MATTER } from "../front-matter/to-front-matter.ts";
import type { BodyReference, ParsedBody } from "../markdown/body-notes.ts";
import type { ApiPage } from "../openapi/api-pages.ts";
import { problemAt } from "../openapi/bundle-references.ts";
import { withElements } from "../openapi/markup.ts";
import type { ApiDescription, ApiReading } from "../openapi/read-api.ts";
import { firstProblems, type Problem } from "../problem.ts";
import type { BodyRenderer, RenderedBody } from "../render-body.ts";
import { codePartsIn } from "./code-parts.ts";
import { bodyText, packBody } from "./page.ts";

/**
 * A parsed page file. Parsing reads no other files than the included ones, so that a change of
 * a file parses only this file and the pages that include it.
 */
export interface ParsedPage extends Pick<FrontMatterReading, "frontMatter" | "isUnderstood"> {
	/** Relative to the site folder. */
	readonly file: string;
	/** Of the last state of the file that was read; empty for a page without its own file. */
	readonly stamp: string;
	/** Problems of a newer state of the file that cannot be used; absent: this page is the newest state. */
	readonly refusal?: readonly Problem[] | undefined;
	/** Line of the file by key, counted from 1. */
	readonly frontMatterLines: ReadonlyMap<string, number>;
	/** `false`: the file was never readable. */
	readonly isReadable: boolean;
	readonly body: PackedBody;
	readonly problems: readonly Problem[];
	readonly modifiedMs: number;
	/** Hashes of the file's bytes and of the rendered body. */
	readonly digest: string;
	/** Hash of the file's bytes only: detects an unchanged file, and identifies its saved copy. */
	readonly sourceDigest: string;
	/** In bytes. */
	readonly size: number;
	/** Most complete files do; a file that is being written mostly does not. */
	readonly endsInNewline: boolean;
	/** Whether the body contains an icon of the site folder. */
	readonly showsSiteIcons: boolean;
	/** Stamps of the included files, by file of the site folder; empty for a missing file. */
	readonly included: ReadonlyMap<string, string>;
	/** Absent: the page has its own file. */
	readonly partOf?: PartOf;
	/** Pages of the API reference that its front matter names; absent: it names no API. */
	readonly parts?: readonly ParsedPage[] | undefined;
}

/** Origin of a page without its own file. */
export interface PartOf {
	/** The file of the page above it. */
	readonly file: string;
	/** The last segment of its path. */
	readonly slug: string;
	/** The file that its text comes from. */
	readonly source: string;
}

/** A body with packed text. Resolving links needs the other members. */
export interface PackedBody extends Pick<ParsedBody, "heading" | "anchors" | "mentions"> {
	readonly packed: Uint8Array;
	readonly references: readonly BodyReference[];
	/** Ids of the components and islands in it; absent: there are none. */
	readonly codeParts?: readonly string[];
}

/** A page file that was read. */
type PageBytes = Pick<ParsedPage, "file" | "stamp" | "modifiedMs"> & { readonly bytes: Buffer };

/** The result of parsing a file: a page, which may have problems, or the reason for a refusal. */
export type PageParsing =
	| { readonly kind: "parsed"; readonly page: ParsedPage }
	| { readonly kind: "refused"; readonly rule: string };

const NEWLINE = 0x0a;

/** Characters of the hash of a rendered body: 132 bits. */
const DIGEST_LENGTH = 22;

/**
 * Parses one page file. The result depends only on its content and on the files that it includes.
 *
 * @param readApi Reads the API description that the page names.
 */
export function parsePage(
	source: PageBytes,
	renderer: BodyRenderer,
	readApi?: (address: string) => ApiReading,
): PageParsing {
	const { file } = source;
	const reading = decodeText(source.bytes);
	if (reading.kind === "refused") return reading;
	const front = hideDraftFile(file, readFrontMatter(file, reading.text));
	const { openapi } = front.frontMatter;
	const api = openapi === undefined ? undefined : readApi?.(openapi);
	if (api?.kind === "read")
		return { kind: "parsed", page: parseApi(source, front, { api, renderer }) };
	const page = pageOf(source, front, renderer.render(file, front.body, front.bodyLine));
	const problems = [...page.problems, ...(api?.problems ?? [])];
	return { kind: "parsed", page: { ...page, problems } };
}

function pageOf(
	{ file, stamp, bytes, modifiedMs }: PageBytes,
	front: Pick<FrontMatterReading, "frontMatter" | "lines" | "isUnderstood" | "problems">,
	rendered: RenderedBody,
): ParsedPage {
	const { parts, headings, heading, anchors, mentions } = rendered.body;
	const text = bodyText(parts);
	const codeParts = codePartsIn(text);
	const sourceDigest = hash("sha256", bytes, "hex");
	return {
		file,
		stamp,
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
			...(codeParts.length > 0 && { codeParts }),
		},
		problems: firstProblems(file, [...front.problems, ...rendered.problems]),
		modifiedMs,
		digest: `${sourceDigest}-${hash("sha256", text, "base64url").slice(0, DIGEST_LENGTH)}`,
		sourceDigest,
		size: bytes.length,
		endsInNewline: bytes.at(-1) === NEWLINE,
		showsSiteIcons: rendered.showsSiteIcons,
		included: rendered.included,
	};
}

/** Parses an API reference: the page with the author's text and the overview, and the pages below it. */
function parseApi(
	source: PageBytes,
	front: FrontMatterReading,
	{ api, renderer }: { readonly api: ApiDescription; readonly renderer: BodyRenderer },
): ParsedPage {
	const { file } = source;
	const rendered = renderer.render(file, `${front.body}\n\n${api.overview}`, front.bodyLine);
	const named = rendered.body.heading === undefined ? { title: api.title } : {};
	const modifiedMs = Math.max(source.modifiedMs, api.modifiedMs);
	const shown = { ...front, frontMatter: { ...named, ...front.frontMatter } };
	const page = pageOf({ ...source, modifiedMs }, shown, withApiElements(rendered));
	const parts = api.pages.map(parsePart);
	return { ...page, parts, problems: [page, api, ...parts].flatMap((one) => one.problems) };

	function parsePart({ slug, markdown, navigation, ...own }: ApiPage, order: number): ParsedPage {
		// Settings that hide a page also hide its parts. Access rules apply to the paths of the parts.
		const { layout, middleware, draft, ...above } = front.frontMatter;
		const { publishAt, expiresAt, flag, robots, colorMode } = above;
		const frontMatter: FrontMatter = {
			...{ layout, middleware, draft, title: own.title, description: own.description },
			...definedOnly({ publishAt, expiresAt, flag, robots, colorMode }),
			navigation: above.navigation !== false && { ...navigation, order },
		};
		// Braces in a description are not MDX expressions.
		const rendered = renderer.render(file.replace(/\.mdx$/i, ".md"), markdown, 1);
		const lines = markdown.split("\n");
		const problems = rendered.problems
			// In a description, `<Name>` is a placeholder for a value, and HTML has no place.
			.filter(({ message }) => !/^(?:Component|HTML element) /.test(message))
			.map(({ line = 1, message }) =>
				problemAt(api, lines[line - 1]?.replace(/^[\s-]+/, "").trim() || "\0", message),
			);
		const bytes = Buffer.from(`${JSON.stringify(frontMatter)}\n${markdown}\n`);
		return {
			...pageOf(
				{ file: `${file}/${slug}`, stamp: "", bytes, modifiedMs: api.modifiedMs },
				{ frontMatter, lines: new Map(), isUnderstood: true, problems: [] },
				withApiElements({ ...rendered, problems }),
			),
			partOf: { file, slug, source: api.file },
		};
	}
}

function withApiElements(rendered: RenderedBody): RenderedBody {
	const { parts } = rendered.body;
	const shown = parts.map((part) => (typeof part === "string" ? withElements(part) : part));
	const body = { ...rendered.body, parts: ['<div class="api">', ...shown, "</div>\n"] };
	return { ...rendered, body };
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

/** Placeholder for a page whose file was never readable: its path responds with an error. */
export function unreadablePage(file: string): ParsedPage {
	return {
		file,
		stamp: "",
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
