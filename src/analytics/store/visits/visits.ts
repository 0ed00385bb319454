import type { DatabaseSync } from "node:sqlite";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { DayStamps } from "../database/day-stamps.ts";
import type { NewEvent, Visit } from "../new-event.ts";
import { DIMENSIONS, dayOf, quarterOf } from "../totals/roll-up.ts";
import type { RollUpValues } from "../totals/roll-up-values.ts";
import type { RollUpWriter } from "../totals/roll-up-writer.ts";
import {
	addRow,
	contributionsOf,
	isBefore,
	nearOf,
	type Session,
	type SessionMoment,
} from "./visitor-day.ts";
import { type StoredDay, VisitorDays } from "./visitor-days.ts";

/** An event that is part of a visit. */
export type VisitEvent = Pick<NewEvent, "uuid" | "timestamp"> & { readonly visit: Visit };

/** An event's session in its visitor's day, and the numbers for the event's row. */
export interface PlacedVisit {
	readonly stored: StoredDay;
	/** Sessions that the event belongs to. The event merges several into one. */
	readonly near: readonly Session[];
	/** Number of the event's session. */
	readonly session: number;
	readonly page: number | undefined;
	readonly status: number | undefined;
}

export interface VisitOptions {
	readonly database: DatabaseSync;
	readonly values: RollUpValues;
	readonly rollUps: RollUpWriter;
	readonly stamps: DayStamps;
}

/**
 * Updates the days of visitors and the totals. It cannot be an ingest step: an event's contribution depends
 * on the store, and is committed or rolled back with the event.
 */
export function createVisits({ database, values, rollUps, stamps }: VisitOptions) {
	const days = new VisitorDays(database);
	const numberOf = (day: number, dimension: number, text: string | undefined) =>
		text === undefined ? undefined : values.numberOf({ day, dimension, text });
	/** Only views have a page and a status. */
	const viewedOf = ({ isView, page, status }: Visit, day: number) => ({
		page: isView ? numberOf(day, DIMENSIONS.page, page) : undefined,
		status: isView ? numberOf(day, DIMENSIONS.status, status) : undefined,
	});
	const countView = (at: number, { page, status }: PlacedVisit): void => {
		const day = dayOf(at);
		const count = (dimension: number, value: number | undefined): void => {
			if (value !== undefined) rollUps.changeOf(day, { dimension, value }).views += 1;
		};
		rollUps.changeOf(day, { quarter: quarterOf(at) }).views += 1;
		// Counted on the event's day: a session can continue after midnight.
		count(DIMENSIONS.all, 0);
		count(DIMENSIONS.page, page);
		count(DIMENSIONS.status, status);
	};
	/** A session belongs to the visitor and the day (UTC) of its first event. */
	const dayOfClient = ({ visitor, alias }: Visit, moment: SessionMoment): StoredDay => {
		const today = dayOf(moment.endedAt);
		const begun = days.findSession(moment.key);
		const near = begun === undefined ? [] : nearOf(begun.now.sessions, moment);
		if (begun !== undefined && near.length > 0) {
			return begun.day > today ? days.move(near, begun, today) : begun;
		}
		for (const id of alias === undefined ? [visitor] : [visitor, alias]) {
			for (const day of [today, today - 1, today + 1]) {
				const found = days.find(id, day);
				const near = nearOf(found.now.sessions, moment);
				if (near.length > 0) return day > today ? days.move(near, found, today) : found;
			}
		}
		return days.find(visitor, today);
	};
	return {
		/**
		 * Finds the session of an event and counts nothing yet: a repeated event must not change the totals. Only
		 * inside a transaction.
		 */
		place: ({ visit, timestamp, uuid }: VisitEvent): PlacedVisit => {
			const viewed = viewedOf(visit, dayOf(timestamp));
			const moment = { first: { at: timestamp, uuid }, endedAt: timestamp, key: keyOf(visit) };
			const stored =
				visit.isOfClient === true
					? dayOfClient(visit, moment)
					: days.find(visit.visitor, dayOf(timestamp));
			const near = nearOf(stored.now.sessions, moment);
			const session = Math.min(days.nextSessionId, ...near.map(({ id }) => id));
			return { stored, near, session, ...viewed };
		},
		/** Counts an event after its row was written. Only inside a transaction. */
		count: ({ visit, timestamp: at, uuid }: VisitEvent, placed: PlacedVisit): void => {
			const { stored, near, session, page } = placed;
			if (visit.isView) countView(at, placed);
			if (near.length === 0) days.sessionStarted();
			for (const other of near) if (other.id !== session) days.fold(other, session);
			// Only the first event's traits count, so other events must not add texts.
			const isFirst = near.every(({ first }) => isBefore({ at, uuid }, first));
			const traits = isFirst
				? VISIT_TRAITS.map((trait) => numberOf(stored.day, DIMENSIONS[trait], visit.traits[trait]))
				: [];
			const key = keyOf(visit);
			stored.now = addRow(
				stored.now,
				{ at, uuid, isView: visit.isView, page, traits, key },
				session,
			);
			if (key !== undefined) days.noteSession(key, stored);
		},
		/** Merges the visitors of two ids of a person. Only inside a transaction. */
		link: ({ visitor, alias }: Visit, timestamp: number): void => {
			if (alias === undefined) return;
			// A session that began before midnight belongs to yesterday.
			for (const day of [dayOf(timestamp), dayOf(timestamp) - 1]) {
				days.link(alias, days.find(visitor, day));
			}
		},
		/** Writes the changed days, and updates their contributions to the totals. */
		flush: (today: number): void => {
			for (const stored of days.open) {
				if (stored.now === stored.before) continue;
				rollUps.add(stored.day, contributionsOf(stored.before), -1);
				rollUps.add(stored.day, contributionsOf(stored.now));
				stamps.change(stored.day);
				for (const { endedAt } of [...stored.before.sessions, ...stored.now.sessions]) {
					// The files of both days have a session over midnight.
					stamps.change(dayOf(endedAt));
				}
			}
			days.flush(today);
		},
		/** Clears the cache after a rollback. */
		forget: (): void => days.forget(),
	};
}

function keyOf({ session }: Visit): string | undefined {
	return session && Buffer.from(session).toString("base64");
}
