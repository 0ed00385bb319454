import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import type { Heading } from "../../../shared/page/payload.ts";
import {
	APP_ELEMENT_ID,
	BODY_ELEMENT_ID,
	STATE_ELEMENT_ID,
} from "../../../shared/page/public-config.ts";
import type { Words } from "../../../shared/page/words.ts";
import type { Problem } from "../problem.ts";

interface BodyStart {
	/** Relative to the site folder. */
	readonly file: string;
	/** Line of the file on which the body starts, counted from 1. */
	readonly firstLine: number;
	/** Whether braces contain expressions, as in MDX. */
	readonly isMdx: boolean;
	/** Components of the site folder: key → name of the file; absent: there are none. */
	readonly components?: ReadonlyMap<string, string>;
	/** Texts that rendering adds, in the language of the page, by their English form; absent: English. */
	readonly words?: Words | undefined;
}

/** Notes of the Markdown rules about one body. */
export class BodyNotes implements BodyStart {
	readonly file: string;
	readonly firstLine: number;
	readonly isMdx: boolean;
	readonly components: ReadonlyMap<string, string>;
	readonly words: Words;
	/** The text of the first `h1`; empty when it contains only an image. */
	title?: string;
	readonly headings: Heading[] = [];
	/** All ids in use. */
	readonly anchors = new Set<string>();
	/** Addresses in an author's own HTML. */
	readonly mentions: string[] = [];
	/** References for the gaps of the HTML; the index is the number of the gap. */
	readonly gaps: BodyReference[] = [];
	readonly problems: Omit<Problem, "file">[] = [];
	/** Counts so far. */
	islands = 0;
	formulas = 0;
	diagrams = 0;
	diagramCharacters = 0;
	/** Lines whose container has been reported, counted from 0. */
	readonly reportedLines = new Set<number>();
	/** Messages that the page has reported, for problems that are reported once. */
	readonly reportedMessages = new Set<string>();
	/** Results of searches through the whole text, by search function. */
	found = new Map<unknown, unknown>();
	/** Number of failed searches for the end of a component. */
	failedSearches = 0;
	/** Stamps by included file; empty for a missing file. */
	readonly included = new Map<string, string>();
	/** Characters read from included files, plus a fixed cost for each file. */
	includedCharacters = 0;
	/** The files that are being included, the innermost last. */
	readonly including: string[] = [];

	constructor({ file, firstLine, isMdx, components = new Map(), words = {} }: BodyStart) {
		this.components = components;
		this.file = file;
		this.firstLine = firstLine;
		this.isMdx = isMdx;
		this.words = words;
	}
}

/** Ids of the page frame, which bodies must not use: "announcements" is the live region. */
const DOCUMENT_IDS: ReadonlySet<string> = new Set([
	...[APP_ELEMENT_ID, BODY_ELEMENT_ID, STATE_ELEMENT_ID],
	..."main announcements site-start site-brand site-links site-aids site-footer".split(" "),
]);

const NOTES = Symbol("notes");

/** Environment of one run of the parser, which passes it to every rule. */
export type BodyEnvironment = Record<string | symbol, unknown>;

export function createBodyNotes(start: BodyStart): BodyEnvironment {
	return { [NOTES]: new BodyNotes(start) };
}

/** @param environment Optional in the parser's types, but our renderer always passes it. */
export function notesOf(environment: BodyEnvironment | undefined): BodyNotes {
	// Only `createBodyNotes()` makes environments, and nothing else knows the symbol.
	return environment?.[NOTES] as BodyNotes;
}

/**
 * Searches the whole text once for a page, and caches the result: a search for every line would take
 * quadratic time.
 */
export function findOnce<Found>(
	{ env, src }: Pick<StateBlock, "env" | "src">,
	find: (source: string) => Found,
): Found {
	const { found } = notesOf(env);
	if (!found.has(find)) found.set(find, find(src));
	// Only this function writes to the map, and the key is the function that makes the value.
	return found.get(find) as Found;
}

/** Encloses the number of a gap. Markdown replaces each NUL of the source, so authors cannot write it. */
export const GAP_MARK = "\0";

/** Adds a reference for a gap. @returns The mark of the gap in the HTML. */
export function fillGapWith(
	environment: BodyEnvironment | undefined,
	reference: BodyReference,
): string {
	const { gaps } = notesOf(environment);
	gaps.push(reference);
	return `${GAP_MARK}${gaps.length - 1}${GAP_MARK}`;
}

/** Reserves an id. @returns Whether it was free. */
export function claimId(environment: BodyEnvironment | undefined, id: string): boolean {
	const { anchors } = notesOf(environment);
	if (anchors.has(id) || DOCUMENT_IDS.has(id)) return false;
	anchors.add(id);
	return true;
}

/** @returns The line of the file, counted from 1. */
export function lineOfToken(environment: BodyEnvironment | undefined, token: Token): number {
	const noted = token.meta?.["line"];
	return typeof noted === "number" ? noted : (token.map?.[0] ?? 0) + notesOf(environment).firstLine;
}

/** Adds a problem at the line of a token. */
export function noteProblemAt(
	environment: BodyEnvironment | undefined,
	token: Token,
	message: string,
): void {
	notesOf(environment).problems.push({ line: lineOfToken(environment, token), message });
}

/** Notes once for each name on a page that only the text inside is shown. @param line Counted from 0. */
export function noteUnknown({ env }: StateBlock, what: string, line: number): void {
	const message = `${what} is not known here: only the text inside is shown`;
	noteOnce(env, message, line + notesOf(env).firstLine);
}

/** Inline rules do not know their line, so the renderer of the token notes the problem. */
export function pushProblem(state: StateInline, message: string): void {
	state.push("left_out", "", 0).content = message;
}

/** Adds the renderer of `left_out` tokens, which notes their problem and renders nothing. */
export function leftOut(markdown: MarkdownIt): void {
	markdown.renderer.rules["left_out"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token !== undefined) noteOnce(env, token.content, lineOfToken(env, token));
		return "";
	};
}

/** Notes a problem once for each message on a page. @param line Line of the file, counted from 1. */
export function noteOnce(
	environment: BodyEnvironment | undefined,
	message: string,
	line: number,
): void {
	const { problems, reportedMessages } = notesOf(environment);
	if (reportedMessages.has(message)) return;
	reportedMessages.add(message);
	problems.push({ line, message });
}

/** A rendered body whose links are not resolved yet. */
export interface ParsedBody {
	/** HTML with gaps: the addresses of links and images depend on the other files. */
	readonly parts: readonly BodyPart[];
	/** The text of the first `h1`; absent without an `h1`, empty when it contains only a picture. */
	readonly heading: string | undefined;
	readonly headings: readonly Heading[];
	/** All ids that links can target. */
	readonly anchors: ReadonlySet<string>;
	/** Addresses in an author's own HTML that stay unchanged, such as those of a video. */
	readonly mentions: readonly string[];
}

export type BodyPart = string | BodyReference;

/** A gap of the HTML: the attributes of an `<a>` that depend on its target, or a whole `<img>`. */
export interface BodyReference {
	readonly kind: "link" | "image";
	/** As the author wrote it, percent-encoded by the Markdown parser. */
	readonly target: string;
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** A wiki link, which names a page or a file in any folder. */
	readonly isByName?: true;
	/** The other attributes of an image, as HTML. */
	readonly attributes?: string;
	/** Size of an image as the author wrote it. */
	readonly width?: string | undefined;
	readonly height?: string | undefined;
	/** Whether the author offers alternative files for an image. */
	readonly hasOwnSources?: boolean;
}
