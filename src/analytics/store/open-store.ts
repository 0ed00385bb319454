import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../errors.ts";
import type { AnalyticsStore } from "./analytics-store.ts";
import { createApiKeys } from "./api-keys.ts";
import { createCheckpoint } from "./checkpoint.ts";
import { isDamage, markDamage, resultCode } from "./damage.ts";
import { createDocuments } from "./documents.ts";
import { createErasePerson } from "./erase-person.ts";
import { createEventReader } from "./event-reader.ts";
import { EventWriter } from "./event-writer.ts";
import { createGroups } from "./groups.ts";
import type { NewEvent, WriteOutcome } from "./new-event.ts";
import { type OpenedDatabase, openDatabase } from "./open-database.ts";
import { createPersons } from "./persons.ts";
import { Retention } from "./retention.ts";
import { dayOf } from "./roll-up.ts";
import { createRollUpReader } from "./roll-up-reader.ts";
import { createSalts } from "./salts.ts";
import { createSettings } from "./settings.ts";
import { createSignIns } from "./sign-ins.ts";
import { createStrings } from "./strings.ts";

/**
 * Opens the store in one SQLite file.
 *
 * @param path Made, with its folder, when it is not there.
 * @param now Milliseconds since the Unix epoch.
 */
export function openStore(path: string, now: number): AnalyticsStore {
	return createStore(path, openDatabase(path, now));
}

function createStore(
	path: string,
	{ database, schemaVersion, setAside }: OpenedDatabase,
): AnalyticsStore {
	const strings = createStrings(database);
	const persons = createPersons(database);
	const groups = createGroups(database);
	const salts = createSalts(database);
	const retention = new Retention(database);
	const writer = new EventWriter({ database, strings, persons, groups });
	let failing = false;
	let damaged = false;

	const writeBatch = (events: readonly NewEvent[], writtenAt?: number): WriteOutcome => {
		try {
			const outcome = writer.write(events, writtenAt);
			failing = false;
			return outcome;
		} catch (error) {
			failing = true;
			damaged ||= isDamage(error);
			if (damaged) markDamage(path);
			if (!damaged && !isPassing(error)) throw error;
			throw new StoreUnavailableError("The events could not be written", { cause: error });
		}
	};
	return {
		writeBatch,
		checkpoint: createCheckpoint(database),
		events: createEventReader({ database, strings, persons }),
		rollUps: createRollUpReader(database),
		persons,
		erasePerson: createErasePerson(database, persons),
		groups,
		documents: createDocuments(database),
		apiKeys: createApiKeys(database),
		settings: createSettings(database),
		signIns: createSignIns(database),
		salts,
		maintain: (limits, time) => {
			// Yesterday's salt is still needed for events that arrive late.
			salts.destroyBefore(dayOf(time) - 1);
			retention.run(limits, time);
		},
		keptSince: (limits, time) => retention.keptSince(limits, time),
		status: () => ({
			fileBytes: retention.usedBytes(),
			schemaVersion,
			refusedTexts: writer.refusedTexts,
			setAside,
			failing,
			damaged,
		}),
		path,
		database,
		close: () => closeDatabase(database),
	};
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/** Whether the cause can go away by itself, or by an operator's hand, while we run. */
function isPassing(error: unknown): boolean {
	const passing = [SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN];
	return passing.includes(resultCode(error) ?? 0);
}

function closeDatabase(database: DatabaseSync): void {
	if (database.isOpen) database.close();
}
