import { createDayStamps } from "../database/day-stamps.ts";
import { numberOf, storedUuid } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import { TextBudget } from "../dictionary/text-budget.ts";
import type { NewEvent, WriteOutcome } from "../new-event.ts";
import type { PrivacyGate } from "../privacy/privacy-gate.ts";
import type { StoreParts } from "../store-parts.ts";
import { DIMENSIONS, dayOf } from "../totals/roll-up.ts";
import { OTHER_VALUES, RollUpValues } from "../totals/roll-up-values.ts";
import { RollUpWriter } from "../totals/roll-up-writer.ts";
import { createVisits } from "../visits/visits.ts";

export interface EventWriterOptions extends StoreParts {
	readonly gate: PrivacyGate;
}

/** Writes events with their roll-ups, sessions, persons and groups. */
export function createEventWriter(options: EventWriterOptions) {
	const { database, strings, persons, groups, gate } = options;
	const sql = database.createTagStore();
	const texts = new TextBudget();
	const rollUps = new RollUpWriter(database);
	const values = new RollUpValues({ database, strings, budget: texts });
	const stamps = createDayStamps(database);
	const visits = createVisits({ database, values, rollUps, stamps });

	/** Clears the caches after a rollback or a deletion of rows. */
	const forget = (): void => {
		for (const cache of [strings, rollUps, stamps, values, visits]) cache.forget();
	};
	/**
	 * SQLite reuses the number of the newest row after its deletion. A number that another store has must not
	 * be reused for another event.
	 *
	 * @returns The number that the next event must get, or `null` when SQLite may choose.
	 */
	const nextNumber = (): number | null => {
		const row = sql.get`
			SELECT CAST(value AS INTEGER) + 1 AS number FROM settings
			WHERE key = 'highest-event' AND CAST(value AS INTEGER) > coalesce((SELECT max(id) FROM events), 0)
		`;
		return numberOf(row?.["number"]) ?? null;
	};
	/** @returns `undefined` when the day's budget for new names is spent. */
	const nameOf = (event: string): number | undefined =>
		strings.find(event) ?? (texts.spend(event) ? strings.idOf(event) : undefined);
	/** @param name Name to count the event under. */
	const countEvent = ({ bot, timestamp }: NewEvent, name: string): void => {
		const day = dayOf(timestamp);
		const [dimension, text] = bot === undefined ? [DIMENSIONS.event, name] : [DIMENSIONS.bot, bot];
		const value = values.numberOf({ day, dimension, text });
		rollUps.changeOf(day, { dimension, value }).views += 1;
	};
	/**
	 * @param number Row number, or `null` when SQLite may choose.
	 * @returns `false` for a repeated event, which must not change the totals.
	 */
	const writeEvent = (event: NewEvent, number: number | null): boolean => {
		const { visit, timestamp, bot, personChange } = event;
		const visited = visit && { ...event, visit };
		const name = nameOf(event.event);
		const named = name ?? strings.idOf(OTHER_VALUES);
		const botNumber = bot === undefined ? undefined : strings.idOf(bot);
		const placed = visited && visits.place(visited);
		const { changes } = sql.run`
			INSERT INTO events (
				id, uuid, timestamp, received_at, name, distinct_id, session, bot,
				page, status, person_change, own_name, properties
			) VALUES (
				${number}, ${storedUuid(event.uuid)}, ${timestamp}, ${event.receivedAt}, ${named},
				${persons.numberOf(event.distinctId)}, ${placed?.session ?? null}, ${botNumber ?? null},
				${placed?.page ?? null}, ${placed?.status ?? null},
				${personChange === undefined ? null : JSON.stringify(personChange)},
				${name === undefined ? event.event : null}, ${JSON.stringify(event.properties)}
			) ON CONFLICT (uuid) DO NOTHING
		`;
		if (changes === 0) return false;
		strings.count(named, 1);
		if (botNumber !== undefined) strings.count(botNumber, 1);
		if (visited !== undefined && placed !== undefined) visits.count(visited, placed);
		stamps.change(dayOf(timestamp));
		countEvent(event, name === undefined ? OTHER_VALUES : event.event);
		if (event.person !== undefined) persons.apply(event.distinctId, event.person, timestamp);
		const other = event.person?.merge?.otherDistinctId;
		if (visit?.alias !== undefined && other !== undefined) {
			const isOne = persons.uuidOf(event.distinctId) === persons.uuidOf(other);
			if (isOne) visits.link(visit, timestamp);
		}
		for (const group of event.groups) groups.apply(group, event);
		return true;
	};
	return {
		forget,
		/** Number of texts refused by the daily budget, since the start. */
		refusedTexts: (): number => texts.refused,
		/**
		 * Writes events in one transaction: all of them are durable when it returns, and none if it throws.
		 *
		 * @param writtenAt Milliseconds since the Unix epoch. Default: when the first event was received.
		 */
		write: (events: readonly NewEvent[], writtenAt?: number): WriteOutcome => {
			const today = dayOf(writtenAt ?? events[0]?.receivedAt ?? 0);
			texts.startDay(today);
			try {
				return inTransaction(database, () => {
					let stored = 0;
					let number = nextNumber();
					for (const event of events) {
						if (!writeEvent(gate.event(event), number)) continue;
						stored += 1;
						number = null;
					}
					visits.flush(today);
					for (const part of [rollUps, stamps, strings]) part.flush();
					return { stored, repeated: events.length - stored };
				});
			} catch (error) {
				forget();
				throw error;
			}
		},
	};
}
