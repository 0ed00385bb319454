import type { DatabaseSync } from "node:sqlite";
import { storedId, storedUuid } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import type { NewEvent, WriteOutcome } from "../new-event.ts";
import type { Groups } from "../people/groups.ts";
import type { Persons } from "../people/persons.ts";
import type { PrivacyGate } from "../privacy/privacy-gate.ts";
import type { Strings } from "../texts/strings.ts";
import { TextBudget } from "../texts/text-budget.ts";
import { DIMENSIONS, dayOf } from "../totals/roll-up.ts";
import { OTHER_VALUES, RollUpValues } from "../totals/roll-up-values.ts";
import { RollUpWriter } from "../totals/roll-up-writer.ts";
import { Visits } from "../visits/visits.ts";
import { PropertyDays } from "./property-days.ts";

export interface EventWriterOptions {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	readonly persons: Persons;
	readonly groups: Groups;
	readonly gate: PrivacyGate;
}

/** A hundred thousand new paths, campaigns and event names. */
const TEXT_CHARACTERS_PER_DAY = 10_000_000;

/** Writes events together with everything that follows from them. */
export class EventWriter {
	readonly #database: DatabaseSync;
	readonly #strings: Strings;
	readonly #persons: Persons;
	readonly #groups: Groups;
	readonly #gate: PrivacyGate;
	readonly #rollUps: RollUpWriter;
	readonly #values: RollUpValues;
	readonly #visits: Visits;
	readonly #properties: PropertyDays;
	readonly #texts = new TextBudget(TEXT_CHARACTERS_PER_DAY);
	readonly #insert;
	readonly #highest;

	constructor({ database, strings, persons, groups, gate }: EventWriterOptions) {
		this.#database = database;
		this.#strings = strings;
		this.#persons = persons;
		this.#groups = groups;
		this.#gate = gate;
		this.#rollUps = new RollUpWriter(database);
		this.#values = new RollUpValues({ database, strings, budget: this.#texts });
		this.#visits = new Visits({ database, values: this.#values, rollUps: this.#rollUps });
		this.#properties = new PropertyDays(database);
		this.#highest = database.prepare(`
			SELECT CAST(value AS INTEGER) + 1 AS number FROM settings
			WHERE key = 'highest-event' AND CAST(value AS INTEGER) > coalesce((SELECT max(id) FROM events), 0)
		`);
		this.#insert = database.prepare(`
			INSERT INTO events (
				id, uuid, timestamp, received_at, name, distinct_id, session, bot,
				page, status, person_change, own_name, properties
			) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (uuid) DO NOTHING
		`);
	}

	/**
	 * One transaction: after it returns everything is durable, after it throws nothing happened.
	 *
	 * @param writtenAt Milliseconds since the Unix epoch. Default: when the first event was received.
	 */
	write(events: readonly NewEvent[], writtenAt?: number): WriteOutcome {
		const today = dayOf(writtenAt ?? events[0]?.receivedAt ?? 0);
		this.#texts.startDay(today);
		try {
			return inTransaction(this.#database, () => {
				let stored = 0;
				let number = this.#nextNumber();
				for (const event of events) {
					if (!this.#writeEvent(this.#gate.event(event), number)) continue;
					stored += 1;
					number = null;
				}
				this.#visits.flush(today);
				this.#rollUps.flush();
				this.#properties.flush();
				this.#strings.flush();
				return { stored, repeated: events.length - stored };
			});
		} catch (error) {
			this.forget();
			throw error;
		}
	}

	/**
	 * SQLite reuses the number of the newest row after its deletion. A number that was shipped to
	 * another store must not return as another event.
	 *
	 * @returns The number that the next event must get, or `null` when SQLite may choose.
	 */
	#nextNumber(): number | null {
		const row = this.#highest.get();
		return typeof row?.["number"] === "number" ? row["number"] : null;
	}

	/** Texts for which there was no room, since the start. */
	get refusedTexts(): number {
		return this.#texts.refused;
	}

	/**
	 * @param number Of its row. Default: the next number.
	 * @returns `false` for a repeat, which must leave no trace in the totals either.
	 */
	#writeEvent(event: NewEvent, number: number | null): boolean {
		const { visit, timestamp, bot, personChange } = event;
		const visited = visit && { ...event, visit };
		const name = this.#nameOf(event.event);
		const named = name ?? this.#strings.idOf(OTHER_VALUES);
		const botNumber = bot === undefined ? undefined : this.#strings.idOf(bot);
		const placed = visited && this.#visits.place(visited);
		const { changes } = this.#insert.run(
			number,
			storedUuid(event.uuid),
			timestamp,
			event.receivedAt,
			named,
			storedId(event.distinctId),
			placed?.session ?? null,
			botNumber ?? null,
			placed?.page ?? null,
			placed?.status ?? null,
			personChange === undefined ? null : JSON.stringify(personChange),
			name === undefined ? event.event : null,
			JSON.stringify(event.properties),
		);
		if (changes === 0) return false;
		this.#strings.count(named, 1);
		if (botNumber !== undefined) this.#strings.count(botNumber, 1);
		if (visited !== undefined && placed !== undefined) this.#visits.count(visited, placed);
		this.#properties.add(event);
		this.#countEvent(event, name === undefined ? OTHER_VALUES : event.event);
		if (event.person !== undefined) {
			this.#persons.apply(event.distinctId, event.person, event.timestamp);
		}
		for (const group of event.groups) this.#groups.apply(group, event);
		return true;
	}

	/** @returns `undefined` when the day's budget for new names is spent. */
	#nameOf(event: string): number | undefined {
		const known = this.#strings.find(event);
		if (known !== undefined) return known;
		return this.#texts.spend(event) ? this.#strings.idOf(event) : undefined;
	}

	/** @param name What it is counted as. */
	#countEvent({ bot, timestamp }: NewEvent, name: string): void {
		const day = dayOf(timestamp);
		const [dimension, text] = bot === undefined ? [DIMENSIONS.event, name] : [DIMENSIONS.bot, bot];
		const value = this.#values.numberOf({ day, dimension, text });
		this.#rollUps.changeOf(day, { dimension, value }).views += 1;
	}

	/** Clears the caches after a rollback or when rows were deleted. */
	forget(): void {
		this.#strings.forget();
		this.#rollUps.forget();
		this.#properties.forget();
		this.#values.forget();
		this.#visits.forget();
	}
}
