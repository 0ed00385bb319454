import type { DatabaseSync } from "node:sqlite";
import type { DayCounter } from "../totals/day-totals.ts";
import type { BuiltDay } from "./build-day.ts";
import type { ColumnsReader } from "./columns-reader.ts";
import { countDay } from "./count-day.ts";
import { readPersons } from "./read-persons.ts";

/** Counts days from their columns. */
export function createDayCounter(
	database: DatabaseSync,
	columns: Pick<ColumnsReader, "day">,
): DayCounter {
	return () => {
		const persons = readPersons(database);
		return (day, { countedTo }) => {
			const read = (isOfBots: boolean) => {
				const of: BuiltDay = { day, isOfBots };
				return columns.day(countedTo === 0 ? of : { ...of, after: countedTo });
			};
			return countDay({ columns: read(false), bots: read(true), persons });
		};
	};
}
