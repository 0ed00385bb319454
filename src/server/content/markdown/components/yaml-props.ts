import type { StateBlock } from "markdown-it";
import { lineOf } from "../containers/line-of.ts";
import type { Component } from "./vocabulary.ts";

/** Nuxt Content lets props stand between lines of hyphens. @returns The first line behind them. */
export function skipYamlProps(state: StateBlock, from: number, to: number): number {
	if (lineOf(state, from).trimEnd() !== "---" || from >= to) return from;
	for (let line = from + 1; line < Math.min(to, from + MAX_PROP_LINES); line++) {
		if (lineOf(state, line).trimEnd() === "---") return line + 1;
	}
	return from;
}

/** More than any component has. */
const MAX_PROP_LINES = 50;

/** Reads the props between two lines. */
export function readYamlProps(
	state: StateBlock,
	from: number,
	to: number,
): Component["props"] | undefined {
	if (from === to) return undefined;
	const lines = Array.from({ length: to - from }, (_, index) => lineOf(state, from + index));
	const pairs = lines.flatMap((line) => {
		const [, key, value] = /^([\w-]{1,60}):[ \t]+["']?([^\n]*?)["']?$/.exec(line.trimEnd()) ?? [];
		return key === undefined ? [] : [[key, value ?? ""] as const];
	});
	return Object.fromEntries(pairs);
}
