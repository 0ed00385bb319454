import type { EventReader } from "./events/event-reader.ts";
import type { CheckpointMoment } from "./file/checkpoint.ts";
import type { LostFile } from "./file/lost-file.ts";
import type { NewEvent, WriteOutcome } from "./new-event.ts";
import type { ErasePerson } from "./people/erase-person.ts";
import type { Groups } from "./people/groups.ts";
import type { Persons } from "./people/persons.ts";
import type { PrivacyGate } from "./privacy/privacy-gate.ts";
import type { ApiKeys } from "./settings/api-keys.ts";
import type { Deliveries } from "./settings/deliveries.ts";
import type { Documents } from "./settings/documents.ts";
import type { Marks } from "./settings/marks.ts";
import type { Settings } from "./settings/settings.ts";
import type { SignIns } from "./settings/sign-ins.ts";
import type { ShippingLog } from "./shipping/shipping-log.ts";
import type { DayTotals } from "./totals/day-totals.ts";
import type { RollUpReader } from "./totals/roll-up-reader.ts";
import type { Salts } from "./visits/salts.ts";
import type { ReadVisitFacts } from "./visits/visit-facts.ts";

/**
 * Everything that the service remembers. Calls are synchronous: one process, one file, and
 * a read that takes longer than a few milliseconds is a missing roll-up.
 */
export interface AnalyticsStore {
	/** The SQLite file. */
	readonly path: string;
	/**
	 * Writes events and all that follows from them (roll-ups, sessions, persons, groups) in
	 * one durable transaction: after it returns, a power cut loses none of them.
	 *
	 * @param writtenAt Milliseconds since the Unix epoch. Default: when the first event was received.
	 * @throws {StoreUnavailableError} When nothing was written and trying again later can help.
	 */
	readonly writeBatch: (events: readonly NewEvent[], writtenAt?: number) => WriteOutcome;
	/** Copies the log between two writes, so that no write has to wait for it. */
	readonly checkpoint: (moment: CheckpointMoment) => void;
	readonly events: EventReader;
	readonly rollUps: RollUpReader;
	readonly persons: Persons;
	readonly erasePerson: ErasePerson;
	readonly groups: Groups;
	/** Versioned JSON definitions: flags, cohorts, early-access features. */
	readonly documents: Documents;
	readonly marks: Marks;
	readonly deliveries: Deliveries;
	readonly apiKeys: ApiKeys;
	readonly settings: Settings;
	readonly signIns: SignIns;
	readonly salts: Salts;
	/** The store's name in exports and in ClickHouse. */
	readonly name: () => string;
	readonly visitFacts: ReadVisitFacts;
	readonly dayTotals: DayTotals;
	readonly textOf: (number: number) => string;
	/** Cleans every event before it is written. The ingest steps use it too. */
	readonly gate: PrivacyGate;
	/**
	 * For a second store beside this one: from now on nothing that it does not have is deleted for
	 * want of room.
	 */
	readonly openShipping: () => ShippingLog;
	/** Deletes what retention allows, a bounded part in each call. Called every few seconds. */
	readonly maintain: (limits: StoreLimits, now: number) => void;
	/** Notices that the file was deleted or replaced. Called every second. @param now Milliseconds since the Unix epoch. */
	readonly watchFile: (now: number) => void;
	/**
	 * @returns Since when events are kept one by one, in milliseconds since the Unix epoch. Of what
	 * is older only totals are left, so it cannot be told any more what has been counted in them.
	 */
	readonly keptSince: (limits: StoreLimits, now: number) => number;
	/** Notes in the status that reading failed, if the error means that the file is damaged. */
	readonly noteDamage: (error: unknown) => void;
	readonly status: () => StoreStatus;
	readonly close: () => void;
}

export interface StoreLimits {
	readonly retentionDays: number;
	/** Of file and log together. The oldest raw events go first; totals stay. */
	readonly maxFileBytes: number;
}

export interface StoreStatus {
	readonly fileBytes: number;
	/** Whether events are refused until the other store has received some of the waiting ones. */
	readonly isFull: boolean;
	readonly schemaVersion: number;
	/** New names and paths above the daily budget since the start. */
	readonly refusedTexts: number;
	/** Name of a damaged file that was set aside at start, for the operator to look at. */
	readonly setAside: string | undefined;
	/** The last write failed and none has succeeded since. */
	readonly failing: boolean;
	/**
	 * Whether damage was found. While writing: nothing can be written any more, and the next start sets
	 * the file aside. While reading: part of the file cannot be read, and events are still written.
	 */
	readonly damage: "while-writing" | "while-reading" | undefined;
	/** The file was deleted or replaced while in use: writes are refused. */
	readonly lost: LostFile | undefined;
}
