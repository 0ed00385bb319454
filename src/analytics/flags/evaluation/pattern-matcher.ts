import { RE2JS } from "re2js";

/** In characters. A longer pattern is a mistake, and its compilation costs memory. */
const MAX_PATTERN_LENGTH = 2000;

/** In characters, the same limit as in clients. Megabytes take long even in linear time. */
const MAX_TEXT_LENGTH = 65_535;

/** @returns Whether a text contains a pattern; `undefined` for an invalid pattern. */
export type MatchPattern = (pattern: string, text: string) => boolean | undefined;

/**
 * Searches texts for regular expressions of operators, each compiled once.
 *
 * JavaScript's engine backtracks exponentially on patterns such as `(a+)+$`: one such flag would stop
 * the service. RE2 runs in linear time, without look-ahead and back-references.
 */
export function createPatternMatcher(): MatchPattern {
	const compiled = new Map<string, RE2JS | undefined>();
	return (pattern, text) => {
		if (!compiled.has(pattern)) compiled.set(pattern, tryCompile(pattern));
		return compiled.get(pattern)?.test(text.slice(0, MAX_TEXT_LENGTH));
	};
}

function tryCompile(pattern: string): RE2JS | undefined {
	if (pattern.length > MAX_PATTERN_LENGTH) return undefined;
	try {
		return RE2JS.compile(pattern, RE2JS.LOOKBEHINDS);
	} catch {
		// An invalid pattern never matches.
		return undefined;
	}
}
