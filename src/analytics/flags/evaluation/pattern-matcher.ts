import { RE2JS } from "re2js";

/** Patterns are written by people; a longer one is a mistake, and compiling it costs memory. */
const MAX_PATTERN_LENGTH = 2000;

/** Clients cut texts here themselves; linear time over megabytes would still be too long. */
const MAX_TEXT_LENGTH = 65_535;

/** @returns Whether a pattern is found anywhere in a text; `undefined` for what is no pattern here. */
export type MatchPattern = (pattern: string, text: string) => boolean | undefined;

/**
 * Searches texts for regular expressions of operators, each compiled once.
 *
 * JavaScript's own engine tries alternatives without end on patterns such as `(a+)+$`, and
 * one such flag would stop the service for every visitor. This engine reads each character
 * once, whatever the pattern; the price is that look-ahead and back-references do not exist.
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
		// Not a pattern: the rule for such a filter is that it never matches.
		return undefined;
	}
}
