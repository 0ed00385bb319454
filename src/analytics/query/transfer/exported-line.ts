import { EXPORT_FORMAT, type ExportedEvent, type ExportedVisit } from "../../api-types/transfer.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import { renderEvent } from "../events/render-event.ts";

/** Marks a visitor without a number, in front of the distinct id. */
export const BY_DISTINCT_ID = "id:";

const MAX_VISITOR_LENGTH = 200;

/** A stored event in the format of an export, which an import reads. */
export function exportedLine(event: StoredEvent, store: AnalyticsStore): ExportedEvent {
	return {
		format: EXPORT_FORMAT,
		...renderEvent(event),
		unset: event.personChange?.unset ?? [],
		bot: event.bot ?? null,
		visit: renderVisit(event, store),
	};
}

function renderVisit(
	{ session, visitor, visit, distinctId }: StoredEvent,
	{ name, textOf }: AnalyticsStore,
): ExportedVisit | null {
	if (visit === undefined) return null;
	const { page, status, traits } = visit;
	const text = (number: number | null | undefined): string | undefined =>
		typeof number === "number" ? textOf(number) : undefined;
	// Earlier versions, which can import it, know every visitor by a text of their own.
	const ofStore = `${name()}.${visitor ?? `${BY_DISTINCT_ID}${distinctId}`}`;
	return {
		visitor: ofStore.slice(0, MAX_VISITOR_LENGTH),
		session: session ?? null,
		page: text(page),
		status: text(status),
		...Object.fromEntries(VISIT_TRAITS.map((trait, index) => [trait, text(traits[index])])),
	};
}
