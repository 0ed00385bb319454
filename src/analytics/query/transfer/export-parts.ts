import { setImmediate } from "node:timers/promises";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import { DAY_MS, isoDay } from "../../store/totals/roll-up.ts";
import type { VisitFacts } from "../../store/visits/visit-facts.ts";
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

/**
 * The totals of days without events, then the events in the order of time. A day is in the export by its
 * events or, where retention has deleted some of them, by its totals: an import counts it once.
 *
 * No read stays open between two parts. Events that arrive during the export are not in it.
 */
export async function* exportParts(
	store: AnalyticsStore,
	{ from, to }: TimeRange,
): AsyncGenerator<ExportPart> {
	const lastId = store.events.lastId();
	const { dayTotals } = store;
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	for (const day of dayTotals.withoutEvents(days)) {
		const lines = dayTotals.of(day).map(
			({ durationMs, ...total }): ExportedTotals => ({
				format: EXPORT_FORMAT,
				totals: isoDay(day),
				...total,
				duration_ms: durationMs,
			}),
		);
		yield { kind: "totals", lines };
		await setImmediate();
	}
	const start = Math.max(from, dayTotals.firstWholeDay() * DAY_MS);
	for await (const page of eventPages(store.events, { from: start, to, order: "oldest-first" })) {
		const known = page.filter(({ id }) => id <= lastId);
		const facts = store.visitFacts(known.map(({ id }) => id));
		yield {
			kind: "events",
			lines: known.map((event) => renderLine(event, facts.get(event.id), store)),
		};
	}
}

function renderLine(
	event: StoredEvent,
	facts: VisitFacts | undefined,
	store: AnalyticsStore,
): ExportedEvent {
	return {
		format: EXPORT_FORMAT,
		...renderEvent(event),
		unset: event.personChange?.unset ?? [],
		bot: event.bot ?? null,
		visit: facts === undefined ? null : renderVisit(facts, store),
	};
}

function renderVisit(
	{ session, visitor, page, status, traits }: VisitFacts,
	{ name, textOf }: AnalyticsStore,
): ExportedVisit {
	const text = (number: number | undefined): string | undefined =>
		number === undefined ? undefined : textOf(number);
	return {
		visitor: `${name()}.${visitor}`,
		session,
		page: text(page),
		status: text(status),
		...Object.fromEntries(VISIT_TRAITS.map((trait, index) => [trait, text(traits[index])])),
	};
}
