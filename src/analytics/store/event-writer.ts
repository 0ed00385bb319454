import type { DatabaseSync } from "node:sqlite";
import type { Groups } from "./groups.ts";
import type { NewEvent, PersonChange, WriteOutcome } from "./new-event.ts";
import type { Persons } from "./persons.ts";
import { packProperties } from "./property-packing.ts";
import { DIMENSIONS, dayOf } from "./roll-up.ts";
import { RollUpWriter } from "./roll-up-writer.ts";
import { storedId, storedUuid } from "./stored-id.ts";
import type { Strings } from "./strings.ts";
import { inTransaction } from "./transaction.ts";
import { Visits } from "./visits.ts";

export interface EventWriterOptions {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	readonly persons: Persons;
	readonly groups: Groups;
}

/** Writes events together with everything that follows from them. */
export class EventWriter {
	readonly #database: DatabaseSync;
	readonly #strings: Strings;
	readonly #persons: Persons;
	readonly #groups: Groups;
	readonly #rollUps: RollUpWriter;
	readonly #visits: Visits;
	readonly #isStored;
	readonly #insert;

	constructor({ database, strings, persons, groups }: EventWriterOptions) {
		this.#database = database;
		this.#strings = strings;
		this.#persons = persons;
		this.#groups = groups;
		this.#rollUps = new RollUpWriter(database);
		this.#visits = new Visits({ database, strings, rollUps: this.#rollUps });
		this.#isStored = database.prepare("SELECT 1 FROM events WHERE uuid = ?");
		this.#insert = database.prepare(`
			INSERT INTO events (
				uuid, timestamp, received_at, name, distinct_id, session, bot,
				template, property_values, person_change
			) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		`);
	}

	/** One transaction: after it returns everything is durable, after it throws nothing happened. */
	write(events: readonly NewEvent[]): WriteOutcome {
		try {
			return inTransaction(this.#database, () => {
				let stored = 0;
				for (const event of events) if (this.#writeEvent(event)) stored += 1;
				this.#visits.flush(dayOf(events[0]?.receivedAt ?? 0));
				this.#rollUps.flush();
				return { stored, repeated: events.length - stored };
			});
		} catch (error) {
			this.#forget();
			throw error;
		}
	}

	/** @returns `false` for a repeat, which must leave no trace in the totals either. */
	#writeEvent(event: NewEvent): boolean {
		const uuid = storedUuid(event.uuid);
		if (this.#isStored.get(uuid) !== undefined) return false;
		const name = this.#strings.idOf(event.event);
		const { template, values } = packProperties(event.properties, event);
		this.#insert.run(
			uuid,
			event.timestamp,
			event.receivedAt,
			name,
			storedId(event.distinctId),
			this.#countVisit(event),
			event.bot === undefined ? null : this.#strings.idOf(event.bot),
			this.#strings.idOf(template),
			values,
			personChangeJson(event.personChange),
		);
		this.#countEvent(event, name);
		if (event.person !== undefined) {
			this.#persons.apply(event.distinctId, event.person, event.timestamp);
		}
		for (const group of event.groups) this.#groups.apply(group, event.timestamp);
		return true;
	}

	#countVisit({ visit, timestamp }: NewEvent): number | null {
		return visit === undefined ? null : this.#visits.count(visit, timestamp);
	}

	#countEvent({ bot, timestamp }: NewEvent, name: number): void {
		const target =
			bot === undefined
				? { dimension: DIMENSIONS.event, value: name }
				: { dimension: DIMENSIONS.bot, value: this.#strings.idOf(bot) };
		this.#rollUps.ofDay({ day: dayOf(timestamp), ...target }).views += 1;
	}

	#forget(): void {
		this.#strings.forget();
		this.#rollUps.forget();
		this.#visits.forget();
	}
}

function personChangeJson(change: PersonChange | undefined): string | null {
	return change === undefined ? null : JSON.stringify(change);
}
