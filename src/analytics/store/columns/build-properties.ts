import { propertyText } from "../events/parse-properties.ts";
import type { Properties } from "../new-event.ts";
import { type Coded, CodedBuilder, MAX_VALUE_LENGTH } from "./day-columns.ts";

/** A property of a day's events. */
export interface SealedProperty {
	readonly name: string;
	/** Absent if most values are different, such as ids: the file would repeat the store. */
	readonly column: Coded | undefined;
}

/** A day can have any number of invented names. */
const MAX_PROPERTIES = 200;
/** Characters of different values for each value of a property; numbers are below it, ids above. */
const MAX_CHARACTERS = 8;
/** The first different values of a property always fit. */
const FREE_CHARACTERS = 2_000;

interface Column {
	readonly texts: CodedBuilder;
	readonly codes: number[];
	/** Number of values. */
	values: number;
	/** Characters of all different values. */
	characters: number;
	isGivenUp: boolean;
}

/** Collects the columns of all properties of a day. */
export class PropertiesBuilder {
	readonly #columns = new Map<string, Column>();

	/** Must be called for each event of the day, in order. */
	add(properties: Properties, index: number): void {
		for (const name in properties) {
			const text = cutText(properties[name]);
			if (text !== undefined) addValue(this.#columns, { name, text, index });
		}
	}

	/** @param count Number of events. */
	build(count: number): readonly SealedProperty[] {
		return [...this.#columns].map(([name, { texts, codes, isGivenUp }]) => {
			if (isGivenUp) return { name, column: undefined };
			for (let at = codes.length; at < count; at += 1) codes.push(0);
			return { name, column: texts.build(codes) };
		});
	}
}

/** @returns The text of a property, as questions compare it. */
export function cutText(value: unknown): string | undefined {
	return value === undefined ? undefined : propertyText(value)?.slice(0, MAX_VALUE_LENGTH);
}

function addValue(
	columns: Map<string, Column>,
	{ name, text, index }: { readonly name: string; readonly text: string; readonly index: number },
): void {
	let column = columns.get(name);
	if (column === undefined) {
		const isGivenUp = columns.size >= MAX_PROPERTIES;
		column = { texts: new CodedBuilder(), codes: [], values: 0, characters: 0, isGivenUp };
		columns.set(name, column);
	}
	if (column.isGivenUp) return;
	const { texts, codes } = column;
	const before = texts.texts.length;
	for (let at = codes.length; at < index; at += 1) codes.push(0);
	codes.push(texts.codeOf(text));
	column.values += 1;
	if (texts.texts.length > before) column.characters += text.length;
	if (column.characters > FREE_CHARACTERS + MAX_CHARACTERS * column.values) {
		column.isGivenUp = true;
		codes.length = 0;
	}
}
