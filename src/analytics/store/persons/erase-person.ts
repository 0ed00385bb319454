import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { findSessions } from "../columns/sessions.ts";
import { createDayStamps } from "../database/day-stamps.ts";
import { inTransaction } from "../database/transaction.ts";
import { createTraitReader } from "../dictionary/trait-sets.ts";
import { forgetTexts } from "../events/forget-texts.ts";
import { noteErasure } from "../shipping/shipping-log.ts";
import type { StoreParts } from "../store-parts.ts";
import type { createDayTotals } from "../totals/day-totals.ts";
import { DAY_MS, type Dimension, dayOf } from "../totals/roll-up.ts";
import { UnusedTexts } from "../totals/unused-texts.ts";
import type { DeletedGroup } from "./groups.ts";

export interface ErasedPerson {
	/** All distinct ids of the person. */
	readonly distinctIds: readonly string[];
	/** Number of deleted events. */
	readonly events: number;
	/** Number of sessions of the deleted events. */
	readonly sessions: number;
	/** Deleted groups: they had no other member. */
	readonly groups: readonly Pick<DeletedGroup, "type" | "key">[];
	/** Number of deleted names and values: no other event or total used them. */
	readonly texts: number;
	/** Values that stay: other events have them, or totals of events that retention has deleted. */
	readonly totals: readonly KeptTotal[];
}

export interface KeptTotal {
	readonly dimension: string;
	readonly value: string;
}

/** Deletes a person, their ids, all of their events, and texts and groups that are unused afterwards. */
export type ErasePerson = (distinctId: string) => ErasedPerson;

export interface ErasePersonOptions extends StoreParts {
	readonly dayTotals: Pick<ReturnType<typeof createDayTotals>, "drop">;
	/** Called after the erasure, to clear caches. */
	readonly textsDeleted: () => void;
	/** Called after the erasure with the days (UTC) whose events or sessions changed. */
	readonly daysChanged: (days: readonly number[]) => void;
}

/** Columns of a deleted event, by name. */
type ErasedRow = Record<string, unknown>;

export function createErasePerson(options: ErasePersonOptions): ErasePerson {
	const { database, persons, groups, dayTotals, textsDeleted, daysChanged } = options;
	const sql = database.createTagStore();
	const unusedTexts = new UnusedTexts(database);
	const stamps = createDayStamps(database);
	const traitsOf = createTraitReader(database);
	let changed: readonly number[] = [];
	const deleteEvents = (number: number): readonly ErasedRow[] =>
		sql.all`
			DELETE FROM events WHERE distinct_id = ${number}
			RETURNING timestamp, name, session, visitor, traits, bot, page, status
		`;
	/** Only before the trait sets of the events are deleted. */
	const valuesOf = (
		events: readonly ErasedRow[],
	): ReadonlyMap<string, readonly [Dimension, number]> => {
		const values = new Map<string, readonly [Dimension, number]>();
		const add = (dimension: Dimension, number: unknown): void => {
			if (typeof number === "number") values.set(`${dimension} ${number}`, [dimension, number]);
		};
		for (const { name, bot, page, status, traits } of events) {
			if (bot === null) add("event", name);
			add("bot", bot);
			add("page", page);
			add("status", status);
			if (typeof traits !== "number") continue;
			for (const [index, number] of traitsOf(traits).entries()) {
				const trait = VISIT_TRAITS[index];
				if (trait !== undefined) add(trait, number);
			}
		}
		return values;
	};
	const keptTotals = (values: ReturnType<typeof valuesOf>): readonly KeptTotal[] =>
		[...values.values()].flatMap(([dimension, value]) => {
			const used = sql.get`SELECT text FROM strings WHERE id = ${value}`;
			return used === undefined ? [] : [{ dimension, value: String(used["text"]) }];
		});
	/** Drops the totals of days whose sessions can have had the events. */
	const changeDays = (events: readonly ErasedRow[]): void => {
		const near = new Set<number>();
		for (const { timestamp } of events) {
			const day = dayOf(Number(timestamp));
			stamps.change(day);
			for (const other of [day - 1, day, day + 1, day + 2]) near.add(other);
		}
		for (const day of near) dayTotals.drop(day);
		changed = stamps.flush();
	};
	const erase = (distinctId: string): ErasedPerson => {
		const distinctIds = persons.find(distinctId)?.distinctIds ?? [distinctId];
		const deletedGroups = distinctIds.flatMap((id) => groups.leave(id));
		const ownIds = deletedGroups.map(({ ownId }) => ownId);
		const erasedIds = [...distinctIds, ...ownIds];
		noteErasure(database, erasedIds);
		const numbers = erasedIds.flatMap((id) => persons.findNumber(id) ?? []);
		const events = numbers.flatMap(deleteEvents);
		for (const id of [distinctId, ...ownIds]) {
			const person = persons.find(id);
			if (person !== undefined) persons.erase(person);
		}
		persons.retire(numbers);
		const values = valuesOf(events);
		changeDays(events);
		forgetTexts(events, options);
		return {
			distinctIds,
			events: events.length,
			sessions: countSessions(events),
			groups: deletedGroups.map(({ type, key }) => ({ type, key })),
			texts: unusedTexts.removeAll(),
			totals: keptTotals(values),
		};
	};
	return (distinctId) => {
		try {
			return inTransaction(database, () => erase(distinctId));
		} finally {
			textsDeleted();
			stamps.forget();
			daysChanged(changed);
			// secure_delete zeroes the rows, but the log still has the old pages.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		}
	};
}

/** Counts sessions by day: one over midnight counts twice. */
function countSessions(events: readonly ErasedRow[]): number {
	const byDay = Map.groupBy(events, ({ timestamp }) => dayOf(Number(timestamp)));
	return [...byDay].reduce((sum, [day, own]) => {
		const sorted = own.toSorted((a, b) => Number(a["timestamp"]) - Number(b["timestamp"]));
		const { clients } = findSessions({
			times: sorted.map(({ timestamp }) => Number(timestamp) - day * DAY_MS),
			clients: sorted.map(({ session }) => Number(session)),
			visits: sorted.map(({ traits }) => Number(traits)),
			visitors: sorted.map(({ visitor }) => Number(visitor)),
			ids: sorted.map(() => 1),
		});
		return sum + clients.length - 1;
	}, 0);
}
