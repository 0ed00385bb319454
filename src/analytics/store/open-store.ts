import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../errors.ts";
import type { AnalyticsStore } from "./analytics-store.ts";
import { createEventReader } from "./events/event-reader.ts";
import { EventWriter } from "./events/event-writer.ts";
import { createStrings } from "./events/strings.ts";
import { createCheckpoint } from "./file/checkpoint.ts";
import { isDamage, isPassing, markDamage } from "./file/damage.ts";
import { type OpenedDatabase, openDatabase } from "./file/open-database.ts";
import { Retention } from "./file/retention.ts";
import { createErasePerson } from "./people/erase-person.ts";
import { createGroups } from "./people/groups.ts";
import { createPersons } from "./people/persons.ts";
import { createSeal } from "./seal.ts";
import { createApiKeys } from "./settings/api-keys.ts";
import { createDocuments } from "./settings/documents.ts";
import { createSettings } from "./settings/settings.ts";
import { createSignIns } from "./settings/sign-ins.ts";
import { StagedEvents } from "./staged-events.ts";
import { dayOf } from "./visits/roll-up.ts";
import { createRollUpReader } from "./visits/roll-up-reader.ts";
import { createSalts } from "./visits/salts.ts";

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
