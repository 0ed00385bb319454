import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { createDayStamps } from "../database/day-stamps.ts";
import { numberOf, storedUuid } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import { TextBudget } from "../dictionary/text-budget.ts";
import type { NewEvent, Visit, WriteOutcome } from "../new-event.ts";
import type { PrivacyGate } from "../privacy/privacy-gate.ts";
import type { StoreParts } from "../store-parts.ts";
import { dayOf, OTHER_VALUES } from "../totals/roll-up.ts";

export interface EventWriterOptions extends StoreParts {
	readonly gate: PrivacyGate;
}

/** Columns of a visit's event, as numbers of `strings` and `trait_sets`. */
interface StoredVisit {
	readonly page: number | undefined;
	readonly status: number | undefined;
	readonly traits: number | undefined;
}

const NO_VISIT: StoredVisit = { page: undefined, status: undefined, traits: undefined };

/** Writes events with their persons and groups. Sessions and totals are derived from the events later. */
export function createEventWriter(options: EventWriterOptions) {
	const { database, strings, traitSets, persons, groups, gate } = options;
	const sql = database.createTagStore();
	const texts = new TextBudget();
	const stamps = createDayStamps(database);

	/** Clears the caches after a rollback or a deletion of rows. */
	const forget = (): void => {
		for (const cache of [strings, stamps, traitSets]) cache.forget();
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
	/** @returns `undefined` when the day's budget for new texts is spent. */
	const numberInBudget = (text: string): number | undefined =>
		strings.find(text) ?? (texts.spend(text) ? strings.idOf(text) : undefined);
	const textNumber = (text: string): number => numberInBudget(text) ?? strings.idOf(OTHER_VALUES);
	const storedVisit = ({ page, status, traits }: Visit, isView: boolean): StoredVisit => {
		// Only views have a page and a status.
		const ifView = (text: string | undefined) =>
			isView && text !== undefined ? textNumber(text) : undefined;
		const numbers = VISIT_TRAITS.map((trait) => {
			const text = traits[trait];
			return text === undefined ? null : textNumber(text);
		});
		return { page: ifView(page), status: ifView(status), traits: traitSets.idOf(numbers) };
	};
	/**
	 * @param number Row number, or `null` when SQLite may choose.
	 * @returns `false` for a repeated event, which must not change anything.
	 */
	const writeEvent = (event: NewEvent, number: number | null): boolean => {
		const { visit, timestamp, bot, personChange } = event;
		const name = numberInBudget(event.event);
		const named = name ?? strings.idOf(OTHER_VALUES);
		const botNumber = bot === undefined ? undefined : strings.idOf(bot);
		const { page, status, traits } =
			visit === undefined ? NO_VISIT : storedVisit(visit, isViewEvent(event.event));
		const { changes } = sql.run`
			INSERT INTO events (
				id, uuid, timestamp, received_at, name, distinct_id, session, visitor, traits, bot,
				page, status, person_change, own_name, properties
			) VALUES (
				${number}, ${storedUuid(event.uuid)}, ${timestamp}, ${event.receivedAt}, ${named},
				${persons.numberOf(event.distinctId)}, ${visit?.session ?? null}, ${visit?.visitor ?? null},
				${traits ?? null}, ${botNumber ?? null}, ${page ?? null}, ${status ?? null},
				${personChange === undefined ? null : JSON.stringify(personChange)},
				${name === undefined ? event.event : null}, ${JSON.stringify(event.properties)}
			) ON CONFLICT (uuid) DO NOTHING
		`;
		// Also 0, so that a set of a repeated event alone is deleted.
		if (traits !== undefined) traitSets.count(traits, Number(changes));
		if (changes === 0) return false;
		for (const text of [named, botNumber, page, status]) {
			if (text !== undefined) strings.count(text, 1);
		}
		stamps.change(dayOf(timestamp));
		if (event.person !== undefined) {
			const other = event.person.merge?.otherDistinctId;
			if (other !== undefined && persons.uuidOf(event.distinctId) !== persons.uuidOf(other)) {
				stamps.changePeople(persons.find(other)?.distinctIds ?? [other]);
			}
			persons.apply(event.distinctId, event.person, timestamp);
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
			texts.startDay(dayOf(writtenAt ?? events[0]?.receivedAt ?? 0));
			try {
				return inTransaction(database, () => {
					let stored = 0;
					let number = nextNumber();
					for (const event of events) {
						if (!writeEvent(gate.event(event), number)) continue;
						stored += 1;
						number = null;
					}
					for (const part of [traitSets, stamps, strings]) part.flush();
					return { stored, repeated: events.length - stored };
				});
			} catch (error) {
				forget();
				throw error;
			}
		},
	};
}
