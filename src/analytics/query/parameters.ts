import { z } from "zod";

const TIME_RULE =
	"must be a date or a time in ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z";

/** A moment; a date is its beginning in UTC. Gives milliseconds since the Unix epoch. */
export const timeParameter = z
	.union([z.iso.date(), z.iso.datetime({ offset: true })], TIME_RULE)
	.transform((text) => Date.parse(text));

/** How many at most. */
export function limitParameter(preset: number, max: number) {
	const rule = `must be a whole number from 1 to ${max}`;
	return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule).default(preset);
}
