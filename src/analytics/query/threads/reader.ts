import { DatabaseSync } from "node:sqlite";
import { createEventReader } from "../../store/events/event-reader.ts";
import { createPersons } from "../../store/people/persons.ts";
import { createStrings } from "../../store/texts/strings.ts";
import { createRollUpReader } from "../../store/totals/roll-up-reader.ts";

/** The store as a thread that only reads sees it. */
export type Reader = ReturnType<typeof openReader>;

/** No client waits for the answer any more. */
export class AbandonedQuestionError extends Error {
	override readonly name = "AbandonedQuestionError";
}

/**
 * @param path The store's file, which the service has opened before.
 * @param isAbandoned Whether the client of the present question has left.
 */
export function openReader(path: string, isAbandoned: () => boolean = () => false) {
	const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
	database.exec(
		"PRAGMA cache_size = -32768; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;",
	);
	const strings = createStrings(database, { isReader: true });
	const persons = createPersons(database);
	return {
		database,
		strings,
		persons,
		/**
		 * Called between pieces of a long reading.
		 *
		 * @throws {AbandonedQuestionError} When the client has left.
		 */
		checkAsked: (): void => {
			if (isAbandoned()) throw new AbandonedQuestionError("The client has left");
		},
		rollUps: createRollUpReader(database),
		events: createEventReader({ database, strings, persons }),
	};
}
