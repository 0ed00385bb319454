import { EXPORT_FORMAT, type ExportedEvent, type ExportedVisit } from "../../api-types/transfer.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import type { VisitFacts } from "../../store/visits/visit-facts.ts";
import { renderEvent } from "../events/render-event.ts";

/** A stored event in the format of an export, which an import reads. */
export function exportedLine(
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
