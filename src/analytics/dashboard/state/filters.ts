import {
	OPERATORS,
	type Operator,
	QUESTION_DIMENSIONS,
	type QuestionDimension,
} from "../../api-types/dimensions.ts";
import type { Filters } from "../../api-types/question.ts";

/** A filter of a chip; in the URL it is `browser:is:Firefox`. */
export interface Filter {
	/** A dimension, or `property.` or `goal.` with a name. */
	readonly field: string;
	readonly operator: Operator;
	readonly value: string;
}

/** Whether events must match all filters or any filter. */
export type Match = Filters["match"];

/** Ignores an invalid filter, because anyone can write a URL. */
export function parseFilter(text: string): readonly Filter[] {
	const [, encoded = "", name, value = ""] = /^([^:]+):(\w+):(.*)$/s.exec(text) ?? [];
	const field = decodeField(encoded);
	const operator = OPERATORS.find((known) => known === name);
	const isKnown = (isField(field) && field !== "property.") || /^goal\../.test(field);
	return operator === undefined || !isKnown ? [] : [{ field, operator, value }];
}

export function renderFilter({ field, operator, value }: Filter): string {
	// A colon ends the field, so that colons inside of it are encoded.
	return `${field.replaceAll(/[%:]/g, encodeURIComponent)}:${operator}:${value}`;
}

/** @returns The filters plus this one, or without it if it is already present. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
	const others = filters.filter((other) => renderFilter(other) !== renderFilter(filter));
	return others.length === filters.length ? [...filters, filter] : others;
}

/** @returns The filters plus this one, which replaces others with the same field and operator. */
export function replaceFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
	const others = filters.filter(
		({ field, operator }) => field !== filter.field || operator !== filter.operator,
	);
	return [...others, filter];
}

export function hasOperand(operator: Operator): boolean {
	return operator !== "set" && operator !== "not_set";
}

/** @returns Conditions of a question. Several values of a field become one condition: any or none of them. */
export function conditionsOf(filters: readonly Filter[], match: Match): Filters {
	const groups = Map.groupBy(filters, (filter) => {
		const { field, operator } = filter;
		const isGrouped = operator === "is" || (operator === "is_not" && match === "all");
		return isGrouped ? `${operator} ${field}` : filter;
	});
	const conditions = [...groups.values()].map((group): Filters["conditions"][number] => {
		// A group has at least one member.
		const { field, operator } = group[0] as Filter;
		const [, kind, name = ""] = /^(property|goal)\.(.*)$/s.exec(field) ?? [];
		if (kind === "goal") {
			return { goal: name, operator: operator === "is_not" ? operator : "is" };
		}
		const values = hasOperand(operator) ? group.map(({ value }) => value) : [];
		return kind === "property"
			? { property: name, operator, values }
			: // The parser accepts only dimensions here.
				{ dimension: field as QuestionDimension, operator, values };
	});
	return { match, conditions };
}

/** @returns The filters of a segment, or `undefined` if a URL cannot represent them. */
export function filtersOf({ conditions }: Filters): readonly Filter[] | undefined {
	const filters = conditions.map((condition): readonly Filter[] | undefined => {
		const { operator } = condition;
		if ("goal" in condition) {
			return [{ field: `goal.${condition.goal}`, operator, value: "reached" }];
		}
		const { values } = condition;
		const field = "property" in condition ? `property.${condition.property}` : condition.dimension;
		if (values.length > 1 && operator !== "is" && operator !== "is_not") return undefined;
		return (values.length === 0 ? [""] : values).map((value) => ({ field, operator, value }));
	});
	return filters.includes(undefined) ? undefined : filters.flatMap((some) => some ?? []);
}

/** Whether a text names a dimension or a property. */
export function isField(text: string): boolean {
	return QUESTION_DIMENSIONS.some((name) => name === text) || text.startsWith("property.");
}

function decodeField(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// An invalid percent encoding.
		return "";
	}
}
