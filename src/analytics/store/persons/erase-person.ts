import { VIEW_EVENTS } from "../../protocol/view-events.ts";
import { createDayStamps } from "../database/day-stamps.ts";
import { numberOf } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import { readDeletedBefore } from "../settings/settings.ts";
import { noteErasure } from "../shipping/shipping-log.ts";
import type { StoreParts } from "../store-parts.ts";
import { DAY_MS, DIMENSIONS, dayOf, PERIODS } from "../totals/roll-up.ts";
import { OTHER_VALUES } from "../totals/roll-up-values.ts";
import { UnusedTexts } from "../totals/unused-texts.ts";
import { type ErasedEvent, type ErasedVisits, eraseVisits } from "../visits/erase-visits.ts";
import type { DeletedGroup } from "./groups.ts";

export interface ErasedPerson {
	/** All distinct ids of the person. */
	readonly distinctIds: readonly string[];
	/** Number of deleted events. */
	readonly events: number;
	/** Number of deleted sessions: they had no events of other persons. */
	readonly sessions: number;
	/** Deleted groups: they had no other member. */
	readonly groups: readonly Pick<DeletedGroup, "type" | "key">[];
	/** Number of deleted names and values: no other event or total used them. */
	readonly texts: number;
	/** Totals that stay: they also count other persons, or events that retention has deleted. */
	readonly totals: readonly KeptTotal[];
}

export interface KeptTotal {
	readonly dimension: string;
	readonly value: string;
}

/** Deletes a person, their ids, all of their events, and texts and groups that are unused afterwards. */
export type ErasePerson = (distinctId: string) => ErasedPerson;

export interface ErasePersonOptions extends StoreParts {
	/** Called after the erasure, to clear caches. */
	readonly textsDeleted: () => void;
	/** Called after the erasure with the days (UTC) whose events changed. */
	readonly daysChanged: (days: readonly number[]) => void;
}

export function createErasePerson(options: ErasePersonOptions): ErasePerson {
	const { database, strings, persons, groups, settings, textsDeleted, daysChanged } = options;
	const sql = database.createTagStore();
	const unusedTexts = new UnusedTexts(database);
	const stamps = createDayStamps(database);
	let changed: readonly number[] = [];
	const deleteEvents = (number: number): readonly ErasedEvent[] =>
		sql.all`
			DELETE FROM events WHERE distinct_id = ${number}
			RETURNING timestamp, name, session, bot, page, status
		`.map(readErased);
	const keptTotals = (counted: ErasedVisits["counted"]): readonly KeptTotal[] =>
		counted.flatMap(({ dimension, value }) => {
			const total = sql.get`
				SELECT 1 FROM roll_ups
				WHERE period = ${PERIODS.month} AND value = ${value} AND dimension = ${dimension} LIMIT 1
			`;
			if (total === undefined) return [];
			return [{ dimension: DIMENSION_NAMES.get(dimension) ?? "", value: strings.textOf(value) }];
		});
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
		for (const { name, bot } of events) {
			strings.count(name, -1);
			if (bot !== undefined) strings.count(bot, -1);
		}
		strings.flush();
		const { sessions, counted } = eraseVisits(events, {
			database,
			views: new Set(VIEW_EVENTS.flatMap((name) => strings.find(name) ?? [])),
			other: strings.find(OTHER_VALUES),
			firstDay: Math.ceil(readDeletedBefore(settings) / DAY_MS),
		});
		for (const { timestamp } of events) {
			// A session can have events on the day before or after.
			const day = dayOf(timestamp);
			for (const near of [day - 1, day, day + 1]) stamps.change(near);
		}
		changed = stamps.flush();
		// Reads the names of totals before their texts are deleted.
		const totals = keptTotals(counted);
		return {
			distinctIds,
			events: events.length,
			sessions,
			groups: deletedGroups.map(({ type, key }) => ({ type, key })),
			texts: unusedTexts.removeAll(),
			totals,
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

const DIMENSION_NAMES: ReadonlyMap<number, string> = new Map(
	Object.entries(DIMENSIONS).map(([name, number]) => [number, name]),
);

function readErased(row: Record<string, unknown>): ErasedEvent {
	return {
		timestamp: Number(row["timestamp"]),
		name: Number(row["name"]),
		session: numberOf(row["session"]),
		bot: numberOf(row["bot"]),
		page: numberOf(row["page"]),
		status: numberOf(row["status"]),
	};
}
