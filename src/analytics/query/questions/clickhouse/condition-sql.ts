import { literal } from "../../../store/clickhouse/sql-text.ts";
import type { ValueCondition } from "../../../wire/dashboard/question.ts";

/**
 * A condition on a value as SQL that is never `NULL`.
 *
 * @param value SQL of a text, `NULL` where it is not known.
 */
export function conditionSql({ operator, values }: ValueCondition, value: string): string {
	const listed = values.map(literal).join(", ");
	const known = `ifNull(${value}, '')`;
	const any = (tests: readonly string[]): string => `ifNull(${tests.join(" OR ")}, 0)`;
	switch (operator) {
		case "is":
			return `${known} IN (${listed})`;
		case "is_not":
			return `${known} NOT IN (${listed})`;
		case "contains":
			return any(
				values.map((text) => `position(lowerUTF8(${value}), ${literal(text.toLowerCase())}) > 0`),
			);
		case "matches":
			return any(values.map((pattern) => `${value} LIKE ${literal(likePattern(pattern))}`));
		case "set":
			return `${known} != ''`;
		case "not_set":
			return `${known} = ''`;
		case "above":
			return `ifNull(toFloat64OrNull(trimBoth(${value})) > ${Number(values[0])}, 0)`;
		case "below":
			return `ifNull(toFloat64OrNull(trimBoth(${value})) < ${Number(values[0])}, 0)`;
	}
}

/** `*` is anything; whatever means something to `LIKE` stands for itself. */
function likePattern(pattern: string): string {
	return pattern.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
