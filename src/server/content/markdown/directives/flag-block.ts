import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { FLAG_NAME, type FlagCondition } from "../../../../shared/page/flag-condition.ts";
import { noteProblemAt } from "../body-notes.ts";

/** First line of a flag block: a part of a page for visitors with a feature flag. */
export interface FlagMarker {
	readonly colons: number;
	/** `undefined`: the condition is invalid, so the visitors are unknown. */
	readonly condition: FlagCondition | undefined;
}

const START = /^(:{2,})[ \t]*flag(?![\w-])(.*)$/;

/** A key and an optional variant, with or without quotes. */
const ATTRIBUTES = /^([^\s="']+)(?:[ \t]+variant=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?$/;

/**
 * Parses `::flag{key}` or `::flag{key variant=name}`, with two colons or more. Other lines with the
 * same start count as well: a typing error must not show the part to everybody.
 */
export function parseFlagMarker(line: string): FlagMarker | undefined {
	const [, colons = "", rest = ""] = START.exec(line) ?? [];
	return colons === "" ? undefined : { colons: colons.length, condition: parseBraces(rest.trim()) };
}

function parseBraces(text: string): FlagCondition | undefined {
	if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
	const match = ATTRIBUTES.exec(text.slice(1, -1).trim());
	if (match === null) return undefined;
	const [, key = "", double, single, bare] = match;
	const variant = double ?? single ?? bare;
	const isUsable = [key, variant ?? key].every((name) => FLAG_NAME.test(name));
	return isUsable ? { key, ...(variant === undefined ? {} : { variant }) } : undefined;
}

/**
 * Writes a flag block as a `template`: browsers neither show nor load its content, and without
 * scripts it stays hidden.
 */
export function writeFlagBlock(
	state: StateBlock,
	{ key, variant }: FlagCondition,
	parseChildren: () => void,
): void {
	const open = state.push("flag_open", "template", 1);
	open.attrSet("data-flag", key);
	if (variant !== undefined) open.attrSet("data-variant", variant);
	parseChildren();
	state.push("flag_close", "template", -1);
}

/** Reports footnotes in flag blocks. */
export function flagBlocks(markdown: MarkdownIt): void {
	markdown.core.ruler.push("flag_footnotes", ({ tokens, env }) => {
		const heldBack = isHeldBack(tokens);
		for (const [index, token] of tokens.entries()) {
			const hasFootnote = token.children?.some(({ type }) => type === "footnote_ref");
			if (heldBack[index] === true && hasFootnote === true)
				noteProblemAt(env, token, FOOTNOTE_RULE);
		}
	});
}

const FOOTNOTE_RULE =
	"A footnote in a flag block is at the end of the page, where every visitor sees it";

/** @returns For each token, whether it is in a flag block. */
export function isHeldBack(tokens: readonly Token[]): readonly boolean[] {
	let depth = 0;
	return tokens.map(({ type }) => {
		if (type === "flag_open") depth += 1;
		if (type === "flag_close") depth -= 1;
		return depth > 0;
	});
}
