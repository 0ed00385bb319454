import type { DatabaseSync } from "node:sqlite";
import { storedId } from "../events/stored-id.ts";
import { inTransaction } from "../file/transaction.ts";
import type { Persons } from "./persons.ts";

export interface ErasedPerson {
	/** Every id that led to the person. */
	readonly distinctIds: readonly string[];
	/** Events that were deleted. */
	readonly events: number;
}

/** Forgets a person for good: the person, their ids, and every event under them. */
export type ErasePerson = (distinctId: string) => ErasedPerson;

/** Totals stay: they say how many, never who. */
export function createErasePerson(database: DatabaseSync, persons: Persons): ErasePerson {
	const deleteEvents = database.prepare("DELETE FROM events WHERE distinct_id = ?");
	return (distinctId) => {
		const erased = inTransaction(database, () => {
			const person = persons.find(distinctId);
			const distinctIds = person?.distinctIds ?? [distinctId];
			const deleted = distinctIds.map((id) => Number(deleteEvents.run(storedId(id)).changes));
			if (person !== undefined) persons.erase(person);
			return { distinctIds, events: deleted.reduce((sum, count) => sum + count, 0) };
		});
		// secure_delete has zeroed the rows; the log still holds the pages as they were.
		database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		return erased;
	};
}
