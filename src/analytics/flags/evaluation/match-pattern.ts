import { RE2JS } from "re2js";

/** Patterns are written by people; a longer one is a mistake, and compiling it costs memory. */
const MAX_PATTERN_LENGTH = 2000;
/** Clients cut texts here themselves; linear time over megabytes would still be too long. */
const MAX_TEXT_LENGTH = 65_535;
const MAX_CACHED = 500;

const compiled = new Map<string, RE2JS | undefined>();

/**
 * Searches a text for a regular expression that somebody else wrote.
 *
 * JavaScript's own engine tries alternatives without end on patterns such as `(a+)+$`, and
 * one such flag would stop the service for every visitor. This engine reads each character
 * once, whatever the pattern; the price is that look-ahead and back-references do not exist.
 *
 * @returns Whether it is found anywhere, or `undefined` for a pattern that is not valid here.
 */
export function matchPattern(pattern: string, text: string): boolean | undefined {
	return compile(pattern)?.test(text.slice(0, MAX_TEXT_LENGTH));
}

function compile(pattern: string): RE2JS | undefined {
	if (compiled.has(pattern)) return compiled.get(pattern);
	const expression = tryCompile(pattern);
	if (compiled.size >= MAX_CACHED) compiled.clear();
	compiled.set(pattern, expression);
	return expression;
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
