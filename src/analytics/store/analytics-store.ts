import { DEPLOY_EVENT } from "../../shared/analytics.ts";
import { StoreUnavailableError } from "../errors.ts";
import { createColumnsReader } from "./columns/columns-reader.ts";
import { createDayCounter } from "./columns/day-counter.ts";
import { removeDays } from "./columns/seal-days.ts";
import { isDamage, isPassing, markDamage } from "./database/damage.ts";
import { writeIfPossible } from "./database/transaction.ts";
import { createStrings } from "./dictionary/strings.ts";
import { createTraitSets } from "./dictionary/trait-sets.ts";
import { createEventReader } from "./events/event-reader.ts";
import { createEventWriter } from "./events/event-writer.ts";
import { type CheckpointMoment, createCheckpoint } from "./file/checkpoint.ts";
import { keepReserve } from "./file/disk-reserve.ts";
import { createFileWatch, type LostFile } from "./file/lost-file.ts";
import { openDatabase } from "./file/open-database.ts";
import { Retention, type StoreLimits } from "./file/retention.ts";
import { createSizeCap } from "./file/size-cap.ts";
import { SCHEMA_VERSION } from "./migrations/migrations.ts";
import { removeCopies } from "./migrations/store-copies.ts";
import type { NewEvent, WriteOutcome } from "./new-event.ts";
import { createErasePerson } from "./persons/erase-person.ts";
import { createGroups } from "./persons/groups.ts";
import { createPersons } from "./persons/persons.ts";
import { createPrivacyGate } from "./privacy/privacy-gate.ts";
import { createSalts } from "./privacy/salts.ts";
import { createApiKeys } from "./settings/api-keys.ts";
import { createChanges } from "./settings/changes.ts";
import { createDeliveries } from "./settings/deliveries.ts";
import { createDocuments } from "./settings/documents.ts";
import { createMarks, deployMark } from "./settings/marks.ts";
import { createSettings, storeName } from "./settings/settings.ts";
import { createSignIns } from "./settings/sign-ins.ts";
import { createUsers } from "./settings/users.ts";
import { openShippingLog, type ShippingLog } from "./shipping/shipping-log.ts";
import { type CountedDay, createDayTotals } from "./totals/day-totals.ts";
import { dayOf } from "./totals/roll-up.ts";
import { createRollUpReader } from "./totals/roll-up-reader.ts";

/**
 * All persistent state of the service. Calls are synchronous: one process, one file. A read that takes longer
 * than a few milliseconds needs a roll-up.
 */
export type AnalyticsStore = ReturnType<typeof openStore>;

export interface StoreStatus {
	readonly fileBytes: number;
	/** Whether the store refuses events until the other store has received some of the waiting ones. */
	readonly isFull: boolean;
	readonly schemaVersion: number;
	/** Number of new names and paths refused by the daily budget, since the start. */
	readonly refusedTexts: number;
	/** Path of a damaged file that the start renamed, for the operator to inspect. */
	readonly setAside: string | undefined;
	/** The last write failed and none has succeeded since. */
	readonly failing: boolean;
	/**
	 * Where damage was found. While writing: no more writes are possible, and the next start renames the file.
	 * While reading: part of the file is unreadable, and events are still written.
	 */
	readonly damage: "while-writing" | "while-reading" | undefined;
	/** The file was deleted or replaced while in use: writes are refused. */
	readonly lost: LostFile | undefined;
}

export interface OpenStoreOptions {
	/** Query parameters that stay in URLs, beside `utm_*`. */
	readonly keptQueryParameters?: readonly string[];
	/** Receives sentences about the progress of a migration. */
	readonly reportMigration?: (sentence: string) => void;
}

/**
 * Opens the store in one SQLite file. Migrates a store of an earlier version of the schema, after a copy.
 *
 * @param path Created with its folder if it is missing.
 * @param now Milliseconds since the Unix epoch.
 */
export function openStore(
	path: string,
	now: number,
	{ keptQueryParameters = ["page"], reportMigration = () => undefined }: OpenStoreOptions = {},
) {
	const { database, setAside } = openDatabase(path, now, {
		report: reportMigration,
		copies: true,
	});
	const strings = createStrings(database);
	const persons = createPersons(database);
	const settings = createSettings(database);
	const groups = createGroups(database, settings);
	const salts = createSalts(database);
	const cap = createSizeCap(database, path);
	const checkpoint = createCheckpoint(database);
	const marks = createMarks(database);
	const watchFile = createFileWatch(database, path);
	const gate = createPrivacyGate(keptQueryParameters);
	const traitSets = createTraitSets(database);
	const parts = { database, strings, traitSets, persons, groups, settings };
	const counter = createDayCounter(database, createColumnsReader(parts, path));
	const dayTotals = createDayTotals({ ...parts, counter });
	const writer = createEventWriter({ ...parts, gate });
	const textsDeleted = (): void => writer.forget();
	const daysChanged = (days: readonly number[]): void => removeDays(path, days);
	const erasePerson = createErasePerson({ ...parts, dayTotals, textsDeleted, daysChanged });
	let shipping: ShippingLog | undefined;
	/** Events that wait for the other store are the only data that is not deleted to free room. */
	const isFull = (): boolean => shipping !== undefined && cap.isFull() && shipping.waiting() > 0;
	const lastSpare = () => shipping?.shippedTo() ?? Number.MAX_SAFE_INTEGER;
	const retention = new Retention({
		...parts,
		cap,
		lastSpare,
		dayTotals,
		textsDeleted,
		daysChanged,
	});
	let failing = false;
	let damage: StoreStatus["damage"];
	let lost: LostFile | undefined;

	const write = <Result>(work: () => Result): Result => {
		if (lost !== undefined) {
			throw new StoreUnavailableError("The store's file was deleted or replaced");
		}
		try {
			const result = work();
			failing = false;
			return result;
		} catch (error) {
			failing = true;
			if (isDamage(error)) {
				damage = "while-writing";
				markDamage(path);
			} else if (!isPassing(error)) throw error;
			throw new StoreUnavailableError("The events could not be written", { cause: error });
		}
	};
	return {
		/** The SQLite file. */
		path,
		/**
		 * Writes events with their persons and groups in one durable transaction: after it returns, a power cut loses
		 * none of them.
		 *
		 * @param writtenAt Milliseconds since the Unix epoch. Default: when the first event was received.
		 * @throws {StoreUnavailableError} When nothing was written and a retry can help.
		 */
		writeBatch: (events: readonly NewEvent[], writtenAt?: number): WriteOutcome => {
			if (isFull()) throw new StoreUnavailableError("The file is full of queued events");
			return write(() => {
				const outcome = writer.write(events, writtenAt);
				for (const mark of events.flatMap((event) => deployMark(event) ?? [])) {
					marks.add({ ...mark, label: gate.text(mark.label) ?? DEPLOY_EVENT });
				}
				return outcome;
			});
		},
		/** Copies the log into the file between two writes, so that no write waits for it. */
		checkpoint: (moment: CheckpointMoment): void => {
			checkpoint(moment);
			// Many events can exceed the cap between two maintenance runs.
			if (database.isOpen) writeIfPossible(() => retention.holdSize());
		},
		events: createEventReader(parts),
		rollUps: createRollUpReader({ ...parts, counter }),
		persons,
		erasePerson: (...erased: Parameters<typeof erasePerson>) => {
			// Copies of earlier versions have the person, too.
			removeCopies(path);
			return erasePerson(...erased);
		},
		groups,
		/** Versioned JSON definitions: flags, cohorts, early-access features. */
		documents: createDocuments(database),
		marks,
		deliveries: createDeliveries(database),
		settings,
		users: createUsers(database),
		apiKeys: createApiKeys(database),
		signIns: createSignIns(database),
		changes: createChanges(database),
		salts,
		/** The store's name in exports and in ClickHouse. */
		name: (): string => storeName(settings),
		dayTotals: {
			...dayTotals,
			/** Stores the totals of a sealed day. */
			save: (counted: CountedDay): boolean => write(() => dayTotals.save(counted)),
			add: (...added: Parameters<typeof dayTotals.add>) => write(() => dayTotals.add(...added)),
		},
		textOf: strings.textOf,
		/** Cleans every event before it is written. The ingest steps use it too. */
		gate,
		/** Starts recording for a second store. Afterwards, no event that it lacks is deleted to free room. */
		openShipping: (): ShippingLog => {
			shipping ??= openShippingLog(database);
			return shipping;
		},
		/** Deletes data by retention, a bounded part in each call. Called every 10 seconds. */
		maintain: (limits: StoreLimits, time: number): void => {
			// Yesterday's salt is still needed for events that arrive late.
			salts.destroyBefore(dayOf(time) - 1);
			retention.run(limits, time);
			removeCopies(path, time);
			if (lost === undefined && !failing) keepReserve(path);
		},
		/** Detects a deleted or replaced file, every second. @param time Milliseconds since the Unix epoch. */
		watchFile: (time: number): void => {
			lost = watchFile(time);
		},
		/** Records failed reads in the status, if the error means that the file is damaged. */
		noteDamage: (error: unknown): void => {
			if (isDamage(error)) damage ??= "while-reading";
		},
		/**
		 * @returns Start of the complete raw events, in milliseconds since the Unix epoch. Of older events only
		 * totals are kept.
		 */
		keptSince: (limits: StoreLimits, time: number): number => retention.keptSince(limits, time),
		status: (): StoreStatus => ({
			fileBytes: cap.usedBytes(),
			schemaVersion: SCHEMA_VERSION,
			refusedTexts: writer.refusedTexts(),
			setAside,
			isFull: isFull(),
			failing,
			damage,
			lost,
		}),
		close: (): void => {
			if (database.isOpen) database.close();
		},
	};
}
