import { readPath } from "./routes.ts";

/**
 * Which paths a route rule is for. There are three forms and no regular expressions: exact
 * (`/about`), with params (`/users/:id`), and everything at and below (`/docs/**`); params
 * and the final `**` go together.
 */
export interface RoutePattern {
	readonly segments: readonly PatternSegment[];
	/** Ends in `**`: matches the path of its segments and all paths below. */
	readonly isWildcard: boolean;
}

export type PatternSegment =
	/** Folded, see {@link foldPath}. */
	| { readonly kind: "literal"; readonly text: string }
	/** Any one segment, known by this name in the target. */
	| { readonly kind: "param"; readonly name: string };

export type PatternReading =
	| { readonly kind: "pattern"; readonly pattern: RoutePattern }
	/** The end of a sentence that starts with the pattern. */
	| { readonly kind: "unreadable"; readonly because: string };

/** Bounds the cost of a match; no site nests this deep. */
const MAX_SEGMENTS = 32;

const PARAM = /^:([A-Za-z_]\w*)$/;

/** Paths that differ in letter case alone, or in how Unicode composes a letter, name one page. */
export function foldPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

/** The segments of a path; none for `/`. */
export function segmentsOf(path: string): string[] {
	return path === "/" ? [] : path.slice(1).split("/");
}

/** Reads a pattern as an operator writes it: encoded or not, with or without a final slash. */
export function parseRoutePattern(text: string): PatternReading {
	if (!text.startsWith("/")) return unreadable("must start with a slash");
	if (/[?#]/.test(text)) return unreadable("must be a path alone, without query and hash");

	const reading = readPath(text);
	if (reading.kind === "malformed" || reading.kind === "unroutable") {
		return unreadable("is no path that a visitor could ask for");
	}

	const all = segmentsOf(reading.path);
	const isWildcard = all.at(-1) === "**";
	const texts = isWildcard ? all.slice(0, -1) : all;
	if (texts.length > MAX_SEGMENTS) {
		return unreadable(`must have at most ${MAX_SEGMENTS} segments: it has ${texts.length}`);
	}
	return readSegments(texts, isWildcard);
}

function readSegments(texts: readonly string[], isWildcard: boolean): PatternReading {
	const names = new Set<string>();
	const segments: PatternSegment[] = [];
	for (const text of texts) {
		if (text.includes("*")) return unreadable('may have "**" as its last segment only');
		const name = PARAM.exec(text)?.[1];
		if (name === undefined && text.startsWith(":")) {
			return unreadable(`names a param with letters that a name cannot have: "${text}"`);
		}
		if (name !== undefined && names.has(name)) return unreadable(`names ":${name}" twice`);
		if (name !== undefined) names.add(name);
		segments.push(
			name === undefined ? { kind: "literal", text: foldPath(text) } : { kind: "param", name },
		);
	}
	return { kind: "pattern", pattern: { segments, isWildcard } };
}

function unreadable(because: string): PatternReading {
	return { kind: "unreadable", because };
}
