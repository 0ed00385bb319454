import { readProps } from "./read-props.ts";
import type { Component } from "./vocabulary.ts";

/** A tag in the form of MDX and Vue. */
export interface Tag extends Component {
	readonly kind: "open" | "close" | "single";
	/** Where the text goes on behind it. */
	readonly end: number;
}

/** Longer ones are text: a hostile file must not make every `<` a long search. */
const MAX_CHARACTERS = 8000;

const NAME = /<(\/?)([A-Z][\w.]{0,80})(?=[\s/>])/y;

/**
 * Reads the tag of a component, over several lines if need be. A capital letter tells it from HTML.
 *
 * @example
 * readTag('<Card title="A" />', 0); // { name: "Card", props: { title: "A" }, kind: "single", end: 18 }
 */
export function readTag(source: string, start: number): Tag | undefined {
	NAME.lastIndex = start;
	const [opening, slash, name = ""] = NAME.exec(source) ?? [];
	if (opening === undefined) return undefined;
	const propsStart = start + opening.length;
	const last = findTagEnd(source, propsStart);
	if (last === undefined) return undefined;
	const isSingle = source[last - 1] === "/";
	const props = readProps(source.slice(propsStart, isSingle ? last - 1 : last));
	const kind = slash === "/" ? "close" : isSingle ? "single" : "open";
	return { name, props, kind, end: last + 1 };
}

/** @returns The place of the `>`, outside of quotes and braces. */
function findTagEnd(source: string, start: number): number | undefined {
	const limit = Math.min(source.length, start + MAX_CHARACTERS);
	let quote = "";
	let depth = 0;
	for (let index = start; index < limit; index++) {
		const character = source[index] ?? "";
		if (quote !== "") {
			if (character === quote) quote = "";
		} else if (character === '"' || character === "'" || character === "`") quote = character;
		else if (character === "{") depth += 1;
		else if (character === "}") depth -= 1;
		else if (depth === 0 && character === "<") return undefined;
		else if (depth === 0 && character === ">") return index;
	}
	return undefined;
}
