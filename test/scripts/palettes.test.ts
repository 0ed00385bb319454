import { expect, test } from "vitest";
import { hexOf, parseOklch } from "../../scripts/build/oklch.ts";
import {
	EDGE_CONTRAST,
	grayTokens,
	meaningTokens,
	primaryTokens,
	seriesTokens,
	TEXT_CONTRAST,
	type Tokens,
} from "../../scripts/build/palettes.ts";
import { contrast, type Rgb } from "../../src/shared/theme/color.ts";
import { GRAY_COLORS, PRIMARY_COLORS } from "../../src/shared/theme/theme.ts";

/** Text, and every background that the styles put it on. */
const TEXT_PAIRS: readonly (readonly [text: string, ...backgrounds: string[]])[] = [
	["--color-text", ...anyBackground(), "--color-primary-soft", ...softCallouts()],
	["--color-heading", ...anyBackground(), "--color-primary-soft", ...softCallouts()],
	["--color-muted", ...anyBackground()],
	["--color-primary", ...anyBackground(), "--color-primary-soft"],
	["--color-primary-hover", ...anyBackground(), "--color-primary-soft"],
	["--color-on-primary", "--color-primary", "--color-primary-hover"],
	["--color-note", ...anyBackground(), "--color-note-soft"],
	["--color-tip", ...anyBackground(), "--color-tip-soft"],
	["--color-warning", ...anyBackground(), "--color-warning-soft"],
	["--color-danger", ...anyBackground(), "--color-danger-soft"],
	["--code-keyword", ...codeBackgrounds()],
	["--code-string", ...codeBackgrounds()],
	["--code-number", ...codeBackgrounds()],
	["--code-title", ...codeBackgrounds()],
	["--code-tag", ...codeBackgrounds()],
	["--color-muted", "--color-primary-soft"],
];

const EDGE_PAIRS: readonly (readonly [edge: string, ...backgrounds: string[]])[] = [
	["--color-line-strong", ...anyBackground()],
	["--color-primary", ...anyBackground()],
];

test.each(GRAY_COLORS)("text of every primary color is readable on %s in both modes", (gray) => {
	const failures = PRIMARY_COLORS.flatMap((primary) => {
		const tokens = themeTokens(primary, gray);
		return [
			...pairsBelow(tokens, TEXT_PAIRS, TEXT_CONTRAST),
			...pairsBelow(tokens, EDGE_PAIRS, EDGE_CONTRAST),
		].map((failure) => `${primary}: ${failure}`);
	});

	expect(failures).toEqual([]);
});

test("every series of the dashboard's charts can be seen on its grounds in both modes", () => {
	const series = seriesTokens();
	const tokens = { ...grayTokens("stone"), ...series };
	const pairs = Object.keys(series).map((name) => [name, ...anyBackground()] as const);

	expect(pairsBelow(tokens, pairs, EDGE_CONTRAST)).toEqual([]);
});

test("contrast is that of the standard's own examples", () => {
	expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
	expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
});

test("oklch colors become the hexadecimal ones that browsers show for them", () => {
	expect(hexOf(parseOklch("oklch(98.5% 0.001 106.423)"))).toBe("#fafaf9");
	expect(hexOf(parseOklch("oklch(14.5% 0 0)"))).toBe("#0a0a0a");
	expect(() => parseOklch("red")).toThrow(SyntaxError);
});

function themeTokens(primary: string, gray: string): Tokens {
	return { ...meaningTokens(), ...grayTokens(gray), ...primaryTokens(primary) };
}

function pairsBelow(
	tokens: Tokens,
	pairs: readonly (readonly [string, ...string[]])[],
	minimum: number,
): string[] {
	return pairs.flatMap(([front, ...backgrounds]) =>
		backgrounds.flatMap((background) =>
			(["light", "dark"] as const)
				.map((mode) => ({
					mode,
					ratio: contrast(pairOf(tokens, front)[mode], pairOf(tokens, background)[mode]),
				}))
				.filter(({ ratio }) => ratio < minimum)
				.map(({ mode, ratio }) => `${front} on ${background}, ${mode}: ${ratio.toFixed(2)}`),
		),
	);
}

function pairOf(tokens: Tokens, name: string): { readonly light: Rgb; readonly dark: Rgb } {
	const pair = tokens[name];
	if (pair === undefined) throw new RangeError(`No palette has the token "${name}"`);
	return pair;
}

function anyBackground(): string[] {
	return ["--color-background", "--color-surface", "--color-raised"];
}

/** Marked lines stand on the primary color. */
function codeBackgrounds(): string[] {
	return [...anyBackground(), "--color-primary-soft"];
}

function softCallouts(): string[] {
	return ["note", "tip", "warning", "danger"].map((meaning) => `--color-${meaning}-soft`);
}
