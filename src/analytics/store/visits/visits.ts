import type { DatabaseSync } from "node:sqlite";
import { VISIT_TRAITS, type Visit } from "../events/new-event.ts";
import { DIMENSIONS, dayOf, TRAIT_DIMENSIONS } from "./roll-up.ts";
import type { RollUpValues } from "./roll-up-values.ts";
import type { RollUpWriter } from "./roll-up-writer.ts";
import { markSeen, type Session, sessionAt, type VisitorDay } from "./session.ts";
import { VisitorDays } from "./visitor-days.ts";

/** A visit with its texts replaced by their numbers. */
interface NumberedVisit {
	readonly isView: boolean;
	readonly page: number | undefined;
	readonly status: number | undefined;
	readonly timestamp: number;
}

/** Numbers that an event keeps of its visit. */
export interface VisitNumbers {
	readonly session: number;
	readonly page: number | undefined;
	readonly status: number | undefined;
}

export interface VisitOptions {
	readonly database: DatabaseSync;
	readonly values: RollUpValues;
	readonly rollUps: RollUpWriter;
}

/**
 * Rebuilds sessions from single events and counts visitors, exactly, per day. It cannot be
 * an ingest step: what a visit adds to the totals depends on what is in the store, and must
 * be written, or rolled back, together with the event.
 */
export class Visits {
	readonly #values: RollUpValues;
	readonly #rollUps: RollUpWriter;
	readonly #visitorDays: VisitorDays;

	constructor({ database, values, rollUps }: VisitOptions) {
		this.#values = values;
		this.#rollUps = rollUps;
		this.#visitorDays = new VisitorDays(database);
	}

	/**
	 * What the event's row says of its visit, before anything is counted: a repeat must leave
	 * no trace in the totals. Only inside a transaction.
	 */
	numbersOf(visit: Visit, timestamp: number): VisitNumbers {
		const visitorDay = this.#visitorDays.find(visit.visitor, dayOf(timestamp));
		const session = sessionAt(visitorDay, timestamp)?.id ?? this.#visitorDays.nextSessionId;
		return { session, ...this.#viewedOf(visit, visitorDay.day) };
	}

	/** Only inside a transaction. */
	count(visit: Visit, timestamp: number): void {
		const visitor = this.#visitorDays.find(visit.visitor, dayOf(timestamp));
		const numbered = {
			isView: visit.isView,
			...this.#viewedOf(visit, visitor.day),
			timestamp,
		};
		const session = sessionAt(visitor, timestamp) ?? this.#startSession(visitor, visit, timestamp);
		this.#visitorDays.changedSession(session);
		this.#extendSession(session, numbered);
		this.#countVisitor(visitor, session, numbered);
		if (visit.isView) this.#countView(session, numbered);
	}

	/** Writes the visitors and sessions that `count()` changed, as `VisitorDays` does. */
	flush(today: number): void {
		this.#visitorDays.flush(today);
	}

	/** After a rollback the file is right and memory is not. */
	forget(): void {
		this.#visitorDays.forget();
	}

	#startSession(visitor: VisitorDay, { traits }: Visit, timestamp: number): Session {
		const numbers = VISIT_TRAITS.map((trait) =>
			this.#numberOf(visitor.day, DIMENSIONS[trait], traits[trait]),
		);
		const session = this.#visitorDays.startSession(visitor, numbers, timestamp);
		for (const delta of this.#deltasOf(session)) {
			delta.sessions += 1;
			delta.bounces += 1;
		}
		return session;
	}

	#extendSession(session: Session, { isView, page, timestamp }: NumberedVisit): void {
		session.events += 1;
		const gained = Math.max(0, timestamp - session.endedAt);
		const stopsBouncing = isView && session.views === 1;
		session.endedAt += gained;
		if (isView) session.views += 1;
		if (gained > 0 || stopsBouncing) this.#prolong(session, gained, stopsBouncing ? 1 : 0);
		if (isView && page !== undefined) this.#moveTo(session, page, timestamp);
	}

	#prolong(session: Session, gainedMs: number, lostBounces: number): void {
		for (const delta of this.#deltasOf(session)) {
			delta.durationMs += gainedMs;
			delta.bounces -= lostBounces;
		}
	}

	/** Enters a session at its first page, and moves its end to the page seen last. */
	#moveTo(session: Session, page: number, timestamp: number): void {
		if (session.entryPage === undefined) {
			session.entryPage = page;
			const entry = this.#ofDay(session.startedAt, DIMENSIONS.page, page);
			entry.sessions += 1;
			entry.durationMs += session.endedAt - session.startedAt;
			if (session.views <= 1) entry.bounces += 1;
		}
		if (timestamp < session.endedAt || page === session.exitPage) return;
		if (session.exitPage !== undefined) {
			this.#ofDay(session.startedAt, DIMENSIONS.exit_page, session.exitPage).sessions -= 1;
		}
		this.#ofDay(session.startedAt, DIMENSIONS.exit_page, page).sessions += 1;
		session.exitPage = page;
	}

	#countVisitor(visitor: VisitorDay, session: Session, visit: NumberedVisit): void {
		const { timestamp, page } = visit;
		const markAndCount = (dimension: number, value: number | undefined): void => {
			if (value === undefined || !markSeen(visitor, dimension, value)) return;
			this.#visitorDays.changed(visitor);
			this.#ofDay(timestamp, dimension, value).visitors += 1;
		};
		if (markSeen(visitor, DIMENSIONS.all, 0)) {
			this.#visitorDays.changed(visitor);
			this.#ofDay(timestamp, DIMENSIONS.all, 0).visitors += 1;
			this.#rollUps.ofQuarter(timestamp).visitors += 1;
		}
		markAndCount(DIMENSIONS.page, page);
		session.traits.forEach((value, index) => {
			// The two lists are one: TRAIT_DIMENSIONS is made from VISIT_TRAITS.
			markAndCount(TRAIT_DIMENSIONS[index] as number, value);
		});
	}

	#countView(session: Session, { timestamp, page, status }: NumberedVisit): void {
		const count = (dimension: number, value: number | undefined): void => {
			if (value !== undefined) this.#ofDay(timestamp, dimension, value).views += 1;
		};
		this.#rollUps.ofQuarter(timestamp).views += 1;
		count(DIMENSIONS.all, 0);
		count(DIMENSIONS.page, page);
		count(DIMENSIONS.status, status);
		session.traits.forEach((value, index) => {
			count(TRAIT_DIMENSIONS[index] as number, value);
		});
	}

	/** Everything that a session is counted under, by the moment it started. */
	*#deltasOf({ startedAt, entryPage, traits }: Session) {
		yield this.#rollUps.ofQuarter(startedAt);
		yield this.#ofDay(startedAt, DIMENSIONS.all, 0);
		if (entryPage !== undefined) yield this.#ofDay(startedAt, DIMENSIONS.page, entryPage);
		for (const [index, value] of traits.entries()) {
			const dimension = TRAIT_DIMENSIONS[index];
			if (value !== undefined && dimension !== undefined) {
				yield this.#ofDay(startedAt, dimension, value);
			}
		}
	}

	#ofDay(timestamp: number, dimension: number, value: number) {
		return this.#rollUps.ofDay({ day: dayOf(timestamp), dimension, value });
	}

	/** Viewing a page is what makes a visitor of it; whatever else happens there does not. */
	#viewedOf({ isView, page, status }: Visit, day: number) {
		if (!isView) return { page: undefined, status: undefined };
		return {
			page: this.#numberOf(day, DIMENSIONS.page, page),
			status: this.#numberOf(day, DIMENSIONS.status, status),
		};
	}

	#numberOf(day: number, dimension: number, text: string | undefined): number | undefined {
		return text === undefined ? undefined : this.#values.numberOf({ day, dimension, text });
	}
}
