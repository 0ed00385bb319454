import { setImmediate } from "node:timers/promises";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import { DayCount } from "../../store/transfer/day-count.ts";
import type { VisitFacts } from "../../store/transfer/visit-facts.ts";
import { DAY_MS, dayOf, isoDay } from "../../store/visits/roll-up.ts";
import {
	EXPORT_FORMAT,
	type ExportedEvent,
	type ExportedTotals,
	type ExportedVisit,
} from "../../wire/dashboard/transfer.ts";
import { VISIT_TRAITS } from "../../wire/visit-traits.ts";
import type { TimeRange } from "../api/time-range.ts";
import { eventPages } from "../events/event-pages.ts";
import { renderEvent } from "../events/render-event.ts";

/** Some lines of an export. */
export type ExportPart =
	| { readonly kind: "events"; readonly lines: readonly ExportedEvent[] }
	| { readonly kind: "totals"; readonly lines: readonly ExportedTotals[] };

export interface ExportQuestion extends TimeRange {
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

const TOTALS_PER_PART = 200;
const NEWER_PER_TURN = 500;

/**
 * Events in the order of time, each day followed by the totals of which it has no events: an import
 * of both counts what was counted here. Memory holds one day's visits.
 *
 * Nothing stays open between two pages, and events go on to come in: those that are newer than the
 * export are left out, and what they were counted for with them.
 */
export async function* exportParts(
	store: AnalyticsStore,
	{ from, to, now }: ExportQuestion,
): AsyncGenerator<ExportPart> {
	const lastId = store.events.lastId();
	const days = new ExportedDays(store, { from, to, now, lastId });
	for await (const page of eventPages(store.events, { from, to, order: "oldest-first" })) {
		const known = page.filter(({ id }) => id <= lastId);
		const facts = store.transfer.facts.of(known.map(({ id }) => id));
		let lines: ExportedEvent[] = [];
		for (const event of known) {
			const fact = facts.get(event.id);
			// Deleted since the page was read.
			if (fact === undefined) continue;
			if (dayOf(event.timestamp) !== days.current) {
				if (lines.length > 0) yield { kind: "events", lines };
				lines = [];
				yield* days.startDay(dayOf(event.timestamp));
			}
			days.count(fact);
			lines.push(renderLine(event, fact, store));
		}
		if (lines.length > 0) yield { kind: "events", lines };
	}
	yield* days.finish();
}

interface DaysOptions extends ExportQuestion {
	/** Number of the newest event that is exported. */
	readonly lastId: number;
}

/** Counts what was exported, and gives what is left of a day's totals when it is over. */
class ExportedDays {
	readonly #store: AnalyticsStore;
	readonly #options: DaysOptions;
	#count = new DayCount();
	/** The day that is being exported. */
	current: number | undefined = undefined;
	/** The first whole day that has not been finished. */
	#next: number;

	constructor(store: AnalyticsStore, options: DaysOptions) {
		this.#store = store;
		this.#options = options;
		this.#next = Math.ceil(options.from / DAY_MS);
	}

	count(facts: VisitFacts): void {
		this.#count.add(facts);
	}

	/** Finishes every day before that one. */
	async *startDay(day: number): AsyncGenerator<ExportPart> {
		yield* this.#finishBefore(day);
		this.current = day;
	}

	async *finish(): AsyncGenerator<ExportPart> {
		yield* this.#finishBefore(Math.floor(this.#options.to / DAY_MS));
	}

	async *#finishBefore(end: number): AsyncGenerator<ExportPart> {
		const { uncovered } = this.#store.transfer;
		let day = this.#nextDay();
		while (day !== undefined && day < end) {
			if (day !== this.current) this.#count = new DayCount();
			yield* this.#finishDay(day);
			this.#count = new DayCount();
			this.#next = day + 1;
			day = uncovered.nextDay(this.#next);
		}
		this.#count = new DayCount();
	}

	#nextDay(): number | undefined {
		return this.#store.transfer.uncovered.nextDay(this.#next);
	}

	async *#finishDay(day: number): AsyncGenerator<ExportPart> {
		const { transfer } = this.#store;
		await this.#countNewer(day);
		const totals = transfer.uncovered.of(day, this.#count);
		const asOf = new Date(this.#options.now).toISOString();
		const sources = [transfer.source(), ...transfer.imported.sourcesOf(day)];
		for (let first = 0; first < totals.length; first += TOTALS_PER_PART) {
			const part = totals.slice(first, first + TOTALS_PER_PART);
			const lines = part.map(
				({ dimension, value, durationMs, ...counts }): ExportedTotals => ({
					format: EXPORT_FORMAT,
					totals: isoDay(day),
					as_of: asOf,
					sources,
					dimension,
					value,
					...counts,
					duration_ms: durationMs,
				}),
			);
			yield { kind: "totals", lines };
		}
	}

	/** What came in since: it is in the totals, and not in the export. */
	async #countNewer(day: number): Promise<void> {
		const range = { from: day * DAY_MS, to: (day + 1) * DAY_MS };
		let behind = this.#options.lastId;
		while (true) {
			const newer = this.#store.transfer.facts.newerOf(range, behind, NEWER_PER_TURN);
			for (const facts of newer) this.#count.add(facts);
			behind = newer.at(-1)?.id ?? behind;
			// In the same turn as the totals are read.
			if (newer.length < NEWER_PER_TURN) return;
			await setImmediate();
		}
	}
}

function renderLine(event: StoredEvent, facts: VisitFacts, store: AnalyticsStore): ExportedEvent {
	return {
		format: EXPORT_FORMAT,
		...renderEvent(event),
		unset: event.personChange?.unset ?? [],
		bot: event.bot ?? null,
		visit: facts.session === undefined ? null : renderVisit(facts, store),
	};
}

/** An event without a session's row has no visitor: both are counted in totals. */
function renderVisit(
	{ id, session, visitor, page, status, traits }: VisitFacts,
	{ transfer }: AnalyticsStore,
): ExportedVisit {
	const text = (number: number | undefined): string | undefined =>
		number === undefined ? undefined : transfer.textOf(number);
	return {
		visitor: `${transfer.source()}.${visitor ?? `event-${id}`}`,
		session: visitor === undefined ? null : (session ?? null),
		page: text(page),
		status: text(status),
		...Object.fromEntries(VISIT_TRAITS.map((trait, index) => [trait, text(traits[index])])),
	};
}
