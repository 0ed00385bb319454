import { DatabaseSync } from "node:sqlite";
import { createColumnsReader } from "../../store/columns/columns-reader.ts";
import { createDayCounter } from "../../store/columns/day-counter.ts";
import { createStrings } from "../../store/dictionary/strings.ts";
import { createEventReader } from "../../store/events/event-reader.ts";
import { createPersons } from "../../store/persons/persons.ts";
import { createRollUpReader } from "../../store/totals/roll-up-reader.ts";

/** The store, opened by a thread for reading only. */
export type Reader = ReturnType<typeof openReader>;

/** The client that asked has disconnected. */
export class AbandonedQuestionError extends Error {
	override readonly name = "AbandonedQuestionError";
}

/**
 * @param path The store's file. The service must have opened it before.
 * @param isAbandoned Whether the client of the current question has disconnected.
 */
export function openReader(path: string, isAbandoned: () => boolean = () => false) {
	const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
	database.exec(
		"PRAGMA cache_size = -32768; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;",
	);
	const strings = createStrings(database, { isReader: true });
	const persons = createPersons(database);
	const columns = createColumnsReader({ database, strings }, path);
	const counter = createDayCounter(database, columns);
	return {
		path,
		database,
		strings,
		persons,
		/**
		 * Must be called between the parts of a long read.
		 *
		 * @throws {AbandonedQuestionError} If the client has disconnected.
		 */
		checkAsked: (): void => {
			if (isAbandoned()) throw new AbandonedQuestionError("The client has left");
		},
		/** Runs reads that must see the same events. */
		inSnapshot: <Result>(read: () => Result): Result => {
			if (database.isTransaction) return read();
			database.exec("BEGIN");
			try {
				return read();
			} finally {
				database.exec("COMMIT");
			}
		},
		columns,
		/** Counts the totals of days from their events. */
		counter,
		rollUps: createRollUpReader({ database, strings, counter }),
		events: createEventReader({ database, strings, persons }),
	};
}
