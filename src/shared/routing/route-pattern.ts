import { readPath } from "./routes.ts";

/**
 * Pattern for the paths of a route rule. There are three forms and no regular expressions: exact
 * (`/about`), with params (`/users/:id`), and a path with everything below it (`/docs/**`). Params
 * and the final `**` can be combined.
 */
export interface RoutePattern {
	readonly segments: readonly PatternSegment[];
	/** Whether it ends in `**`: it then matches the path of its segments and all paths below. */
	readonly isWildcard: boolean;
}

type PatternSegment =
	/** Folded, see {@link foldPath}. */
	| { readonly kind: "literal"; readonly text: string }
	/** Matches any one segment; the target refers to it by this name. */
	| { readonly kind: "param"; readonly name: string };

/** Bounds the cost of a match; no site nests this deep. */
const MAX_SEGMENTS = 32;

const PARAM = /^:([A-Za-z_]\w*)$/;

/** Folds a path: letter case and Unicode composition do not distinguish pages. */
export function foldPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

/** The segments of a path; empty for `/`. */
export function segmentsOf(path: string): string[] {
	return path === "/" ? [] : path.slice(1).split("/");
}

/**
 * Parses a pattern of an operator: encoded or not, with or without a final slash.
 *
 * @returns The pattern, or for an invalid one the end of a sentence that starts with the pattern.
 */
export function parseRoutePattern(text: string): RoutePattern | string {
	if (!text.startsWith("/")) return "must start with a slash";
	if (/[?#]/.test(text)) return "must be a path without query and hash";

	const reading = readPath(text);
	if (reading.kind === "malformed" || reading.kind === "unroutable") {
		return "is not a possible path of a request";
	}

	const all = segmentsOf(reading.path);
	const isWildcard = all.at(-1) === "**";
	const texts = isWildcard ? all.slice(0, -1) : all;
	if (texts.length > MAX_SEGMENTS) {
		return `must have at most ${MAX_SEGMENTS} segments: it has ${texts.length}`;
	}
	const names = new Set<string>();
	const segments: PatternSegment[] = [];
	for (const segment of texts) {
		if (segment.includes("*")) return 'may have "**" as its last segment only';
		const name = PARAM.exec(segment)?.[1];
		if (name === undefined && segment.startsWith(":")) {
			return `has a param with invalid characters in its name: "${segment}"`;
		}
		if (name === undefined) {
			segments.push({ kind: "literal", text: foldPath(segment) });
			continue;
		}
		if (names.has(name)) return `names ":${name}" twice`;
		names.add(name);
		segments.push({ kind: "param", name });
	}
	return { segments, isWildcard };
}
