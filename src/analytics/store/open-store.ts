import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../errors.ts";
import type { AnalyticsStore } from "./analytics-store.ts";
import { createApiKeys } from "./api-keys.ts";
import { createCheckpoint } from "./checkpoint.ts";
import { isDamage, isPassing, markDamage } from "./damage.ts";
import { createDocuments } from "./documents.ts";
import { createErasePerson } from "./erase-person.ts";
import { createEventReader } from "./event-reader.ts";
import { EventWriter } from "./event-writer.ts";
import { createGroups } from "./groups.ts";
import { type OpenedDatabase, openDatabase } from "./open-database.ts";
import { createPersons } from "./persons.ts";
import { Retention } from "./retention.ts";
import { dayOf } from "./roll-up.ts";
import { createRollUpReader } from "./roll-up-reader.ts";
import { createSalts } from "./salts.ts";
import { createSeal } from "./seal.ts";
import { createSettings } from "./settings.ts";
import { createSignIns } from "./sign-ins.ts";
import { StagedEvents } from "./staged-events.ts";
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

	const staged = new StagedEvents({ database, writer, seal: createSeal(salts) });

	const write = <Result>(work: () => Result): Result => {
		try {
			const result = work();
			failing = false;
			return result;
		} catch (error) {
			failing = true;
			damaged ||= isDamage(error);
			if (damaged) markDamage(path);
			if (!damaged && !isPassing(error)) throw error;
			throw new StoreUnavailableError("The events could not be written", { cause: error });
		}
	};
	const foldStaged = () => write(() => staged.fold());
	const foldAllStaged = (): void => {
		while (staged.waiting > 0 && foldStaged() !== undefined);
	};
	const erasePerson = createErasePerson(database, persons);
	return {
		writeBatch: (events, writtenAt) => write(() => writer.write(events, { writtenAt })),
		staged: {
			add: (batches) => write(() => staged.add(batches)),
			readRawWith: (readRaw) => staged.readRawWith(readRaw),
			fold: foldStaged,
			foldAll: foldAllStaged,
			waiting: () => (database.isOpen ? staged.waiting : 0),
		},
		checkpoint: createCheckpoint(database),
		events: createEventReader({ database, strings, persons }),
		rollUps: createRollUpReader(database),
		persons,
		erasePerson: (distinctId) => {
			// Events that are on their way are theirs as well.
			foldAllStaged();
			return erasePerson(distinctId);
		},
		groups,
		documents: createDocuments(database),
		apiKeys: createApiKeys(database),
		settings: createSettings(database),
		signIns: createSignIns(database),
		salts,
		maintain: (limits, time) => {
			// Yesterday's salt is still needed for events that arrive late.
			salts.destroyBefore(Math.min(dayOf(time) - 1, staged.oldestSealedDay ?? Infinity));
			retention.run(limits, time);
		},
		keptSince: (limits, time) => retention.keptSince(limits, time),
		status: () => ({
			fileBytes: retention.usedBytes(),
			schemaVersion,
			refusedTexts: writer.refusedTexts,
			setAsideEvents: staged.setAside,
			setAside,
			failing,
			damaged,
		}),
		path,
		database,
		close: () => closeDatabase(database),
	};
}

function closeDatabase(database: DatabaseSync): void {
	if (database.isOpen) database.close();
}
