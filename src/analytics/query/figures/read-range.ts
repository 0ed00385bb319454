import type { DatabaseSync } from "node:sqlite";
import { DAY_MS, DIMENSIONS, PERIODS } from "../../store/visits/roll-up.ts";
import type { Refused } from "../api/refused.ts";
import { type AskedRange, type RangeQuestion, resolveLocalRange } from "./local-range.ts";

/** Resolves the range of a question with what the store knows of its beginning. */
export function readRange(
	database: DatabaseSync,
	question: RangeQuestion & { readonly now: number },
): AskedRange | Refused {
	return resolveLocalRange(question, {
		now: question.now,
		firstCountedAt: firstCountedAt(database),
	});
}

/** Beginning of the day (UTC) of the first event or bot, which may be before the first visit. */
function firstCountedAt(database: DatabaseSync): number | undefined {
	const firstOf = database.prepare(
		`SELECT min(bucket) AS bucket FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ?`,
	);
	const days = [DIMENSIONS.event, DIMENSIONS.bot]
		.map((dimension) => firstOf.get(dimension)?.["bucket"])
		.filter((bucket) => typeof bucket === "number");
	return days.length === 0 ? undefined : Math.min(...days) * DAY_MS;
}
