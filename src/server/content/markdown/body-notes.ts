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
	/** Whether braces hold expressions, as in MDX. */
	readonly isMdx: boolean;
	/** Components of the site folder: key → name of the file; absent: there are none. */
	readonly components?: ReadonlyMap<string, string>;
	/** What the body says by itself in the language of the page, by its English form; absent: English. */
	readonly words?: Words | undefined;
}

/** What the rules of the Markdown parser note down about one body. */
export class BodyNotes implements BodyStart {
	readonly file: string;
	readonly firstLine: number;
	readonly isMdx: boolean;
	readonly components: ReadonlyMap<string, string>;
	readonly words: Words;
	/** The text of the first `h1`; empty when that is a picture alone. */
	title?: string;
	readonly headings: Heading[] = [];
	/** Every id that is taken. */
	readonly anchors = new Set<string>();
	/** Addresses in an author's own HTML. */
	readonly mentions: string[] = [];
	/** What stands in the gaps of the HTML. */
	readonly gaps: BodyReference[] = [];
	readonly problems: Omit<Problem, "file">[] = [];
	/** How many of each have been met. */
	islands = 0;
	formulas = 0;
	diagrams = 0;
	diagramCharacters = 0;
	/** Lines whose container has been reported, counted from 0. */
	readonly reportedLines = new Set<number>();
	/** Of what is left out: said once for each page. */
	readonly reportedMessages = new Set<string>();
	/** What rules have found in the whole text, by the function that found it. */
	found = new Map<unknown, unknown>();
	/** How many components without an end were looked through the page for one. */
	failedSearches = 0;
	/** Stamps of the files that are shown, by file; empty for none. */
	readonly included = new Map<string, string>();
	/** How many characters of other files are shown. */
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

/** Ids of the frame: a heading "Announcements" must not take the place of the live region. */
const DOCUMENT_IDS: ReadonlySet<string> = new Set([
	...[APP_ELEMENT_ID, BODY_ELEMENT_ID, STATE_ELEMENT_ID],
	..."main announcements site-start site-brand site-links site-aids site-footer".split(" "),
]);

const NOTES = Symbol("notes");

/** An environment for one run of the parser, which hands it to every rule. */
export type BodyEnvironment = Record<string | symbol, unknown>;

export function createBodyNotes(start: BodyStart): BodyEnvironment {
	return { [NOTES]: new BodyNotes(start) };
}

/** @param environment Of one run; the parser's types say that it may be absent, our renderer never leaves it out. */
export function notesOf(environment: BodyEnvironment | undefined): BodyNotes {
	// Only `createBodyNotes()` makes environments, and nothing else knows the symbol.
	return environment?.[NOTES] as BodyNotes;
}

/**
 * Searches the whole text once for a page: to look again at every line would take the square of
 * its length.
 */
export function findOnce<Found>(
	{ env, src }: Pick<StateBlock, "env" | "src">,
	find: (source: string) => Found,
): Found {
	const { found } = notesOf(env);
	if (!found.has(find)) found.set(find, find(src));
	// Only this function writes, under the function that makes the value.
	return found.get(find) as Found;
}

/** Markdown turns every NUL of the source into another character, so none can be an author's. */
export const GAP_MARK = "\0";

/** @returns What stands in the HTML for it. */
export function fillGapWith(
	environment: BodyEnvironment | undefined,
	reference: BodyReference,
): string {
	const { gaps } = notesOf(environment);
	gaps.push(reference);
	return `${GAP_MARK}${gaps.length - 1}${GAP_MARK}`;
}

/** @returns Whether the id was free; it is taken now. */
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

/** Adds a problem at the place of a token. */
export function noteProblemAt(
	environment: BodyEnvironment | undefined,
	token: Token,
	message: string,
): void {
	notesOf(environment).problems.push({ line: lineOfToken(environment, token), message });
}

/** Says once for each name of a page that only what is inside is shown. @param line Counted from 0. */
export function noteUnknown({ env }: StateBlock, what: string, line: number): void {
	const message = `${what} is not known here: only the text inside is shown`;
	noteOnce(env, message, line + notesOf(env).firstLine);
}

/** Inline rules do not know their line: the problem is noted when the token has one. */
export function pushProblem(state: StateInline, message: string): void {
	state.push("left_out", "", 0).content = message;
}

/** Renders nothing in place of what was left out, and notes the problem. */
export function leftOut(markdown: MarkdownIt): void {
	markdown.renderer.rules["left_out"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token !== undefined) noteOnce(env, token.content, lineOfToken(env, token));
		return "";
	};
}

/** Notes a problem that is the same wherever it is on a page. @param line Of the file, counted from 1. */
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

/** A rendered body, whose links still need the other files. */
export interface ParsedBody {
	/** HTML with gaps: the addresses of links and images depend on the other files. */
	readonly parts: readonly BodyPart[];
	/** The text of the first `h1`; absent without an `h1`, empty when it contains only a picture. */
	readonly heading: string | undefined;
	readonly headings: readonly Heading[];
	/** Every id that a link can lead to. */
	readonly anchors: ReadonlySet<string>;
	/** Addresses in an author's own HTML that are left as they are, such as those of a video. */
	readonly mentions: readonly string[];
}

export type BodyPart = string | BodyReference;

/** Stands for the attributes of an `<a>` that depend on where it leads, or for a whole `<img>`. */
export interface BodyReference {
	readonly kind: "link" | "image";
	/** As the author wrote it, percent-encoded by the Markdown parser. */
	readonly target: string;
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** A wiki's link: it names a page or a file in whatever folder. */
	readonly isByName?: true;
	/** The other attributes of an image, as HTML. */
	readonly attributes?: string;
	/** Of an image, as its author gives them. */
	readonly width?: string | undefined;
	readonly height?: string | undefined;
	/** Whether the author of an image offers other files in its place. */
	readonly hasOwnSources?: boolean;
}
