import type { Token } from "markdown-it";
import { type BodyEnvironment, notesOf } from "../body-notes.ts";
import type { TokenMaker } from "../rules.ts";
import { type Component, readLiteral, readProps } from "./read-props.ts";

/** A use of a component of the site folder, with its props. */
export interface SiteComponent {
	readonly kind: "component";
	/** Name of the file, without its extension. */
	readonly name: string;
	/** JSON values. */
	readonly props: Readonly<Record<string, unknown>>;
}

/** Placeholder element of a component in the HTML of a body. It contains the component's children. */
export const COMPONENT_TAG = "site-component";

/** @returns `undefined` when the folder has no such component. */
export function siteComponentOf(
	{ name, props, source }: Component,
	environment: BodyEnvironment | undefined,
): SiteComponent | undefined {
	const own = environment && notesOf(environment).components.get(componentKey(name));
	if (own === undefined) return undefined;
	if (source === undefined) return { kind: "component", name: own, props };
	const { values, rest } = takeValues(source);
	const written = readProps(source);
	// Props from a label or from lines of YAML.
	const others = Object.entries(props).filter(([key]) => !(key in written));
	const read = { ...Object.fromEntries(others), ...readProps(rest), ...values };
	return { kind: "component", name: own, props: read };
}

/** Normalizes a name, so that `PlanTable` and `plan-table` are the same. */
export function componentKey(name: string): string {
	return name.toLowerCase().replaceAll(/[-_.]/g, "");
}

export function openComponent({ name, props }: SiteComponent, { Token }: TokenMaker): Token {
	const open = new Token("component_open", COMPONENT_TAG, 1);
	open.attrs = [
		["data-name", name],
		["data-props", JSON.stringify(props)],
	];
	return open;
}

export function closeComponent({ Token }: TokenMaker): Token {
	return new Token("component_close", COMPONENT_TAG, -1);
}

const START = /(?:^|\s):?([A-Za-z_][\w-]*)=\{/g;

/** Extracts JSX values in braces that are JSON or another literal. `rest` is the text without braces. */
function takeValues(source: string) {
	const values: [string, unknown][] = [];
	let rest = source;
	for (const { 0: start, 1: name = "", index } of source.matchAll(START)) {
		const text = bracedText(source, index + start.length);
		if (text === undefined) continue;
		rest = rest.replace(`${start}${text}}`, " ");
		const value = readValue(text);
		if (value !== undefined) values.push([name, value]);
	}
	return { values: Object.fromEntries(values), rest };
}

/** @returns The text up to the closing brace, or `undefined` without one. */
function bracedText(source: string, start: number): string | undefined {
	let depth = 1;
	for (let index = start; index < source.length; index++) {
		if (source[index] === "{") depth += 1;
		if (source[index] === "}") depth -= 1;
		if (depth === 0) return source.slice(start, index);
	}
	return undefined;
}

function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: a string in other quotes, or an expression that would have to be run.
		return readLiteral(text);
	}
}
