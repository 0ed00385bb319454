import type { DatabaseSync } from "node:sqlite";
import { VISIT_TRAITS } from "../../wire/visit-traits.ts";
import type { NewEvent, Visit } from "../new-event.ts";
import { DIMENSIONS, dayOf, quarterOf } from "../totals/roll-up.ts";
import type { RollUpValues } from "../totals/roll-up-values.ts";
import type { RollUpWriter } from "../totals/roll-up-writer.ts";
import {
	addRow,
	contributionsOf,
	isBefore,
	isNear,
	type Session,
	type TraitNumbers,
} from "./visitor-day.ts";
import { type StoredDay, VisitorDays } from "./visitor-days.ts";

/** An event that is part of a visit. */
export type VisitEvent = Pick<NewEvent, "uuid" | "timestamp"> & { readonly visit: Visit };

/** Where an event stands in its visitor's day, with the numbers that its row keeps of it. */
export interface PlacedVisit {
	readonly stored: StoredDay;
	/** Sessions that it belongs to; with it, several are one. */
	readonly near: readonly Session[];
	/** Number of the session that it becomes part of. */
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
 * Updates the days of visitors and the totals. It cannot be an ingest step: what
 * an event adds depends on the store, and is written, or rolled back, with the event.
 */
export class Visits {
	readonly #values: RollUpValues;
	readonly #rollUps: RollUpWriter;
	readonly #days: VisitorDays;

	constructor({ database, values, rollUps }: VisitOptions) {
		this.#values = values;
		this.#rollUps = rollUps;
		this.#days = new VisitorDays(database);
	}

	/**
	 * Finds the session of an event before anything is counted: a repeated event must leave
	 * no trace in the totals. Only inside a transaction.
	 */
	place({ visit, timestamp }: VisitEvent): PlacedVisit {
		const viewed = this.#viewedOf(visit, dayOf(timestamp));
		const stored = this.#days.find(visit.visitor, dayOf(timestamp));
		const near = stored.now.sessions.filter((session) => isNear(session, timestamp));
		const session = Math.min(this.#days.nextSessionId, ...near.map(({ id }) => id));
		return { stored, near, session, ...viewed };
	}

	/** Only inside a transaction, when the event's row has been written. */
	count({ visit, timestamp: at, uuid }: VisitEvent, placed: PlacedVisit): void {
		const { stored, near, session, page } = placed;
		if (visit.isView) this.#countView(at, placed);
		if (near.length === 0) this.#days.sessionStarted();
		for (const other of near) if (other.id !== session) this.#days.fold(other, session);
		// Only the first event's traits count, so other events add no texts.
		const isFirst = near.every(({ first }) => isBefore({ at, uuid }, first));
		const traits = isFirst ? this.#traitsOf(visit, stored.day) : [];
		const row = { at, uuid, isView: visit.isView, page, traits };
		stored.now = addRow(stored.now, row, session);
	}

	/** Writes the days that `count()` changed, and applies what changed of their share in the totals. */
	flush(today: number): void {
		for (const stored of this.#days.open) {
			if (stored.now === stored.before) continue;
			this.#rollUps.add(stored.day, contributionsOf(stored.before), -1);
			this.#rollUps.add(stored.day, contributionsOf(stored.now));
		}
		this.#days.flush(today);
	}

	/** Clears the cache after a rollback. */
	forget(): void {
		this.#days.forget();
	}

	#traitsOf({ traits }: Visit, day: number): TraitNumbers {
		return VISIT_TRAITS.map((trait) => this.#numberOf(day, DIMENSIONS[trait], traits[trait]));
	}

	#countView(at: number, { page, status }: PlacedVisit): void {
		const day = dayOf(at);
		const count = (dimension: number, value: number | undefined): void => {
			if (value !== undefined) this.#rollUps.changeOf(day, { dimension, value }).views += 1;
		};
		this.#rollUps.changeOf(day, { quarter: quarterOf(at) }).views += 1;
		count(DIMENSIONS.page, page);
		count(DIMENSIONS.status, status);
	}

	/** Only a view has a page and a status. */
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
