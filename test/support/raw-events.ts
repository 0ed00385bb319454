import type { VisitTrait } from "../../src/analytics/protocol/visit-traits.ts";
import type { NewEvent } from "../../src/analytics/store/new-event.ts";
import { newPageView } from "./new-event.ts";
import { pseudoRandom } from "./pseudo-random.ts";

/** An event of a visit, with all facts that an independent count needs. */
export interface RawEvent {
	readonly visitor: number;
	readonly timestamp: number;
	/** Time at which it reaches the service; some events are late. */
	readonly arrivesAt: number;
	readonly isView: boolean;
	readonly page: string;
	readonly status: string;
	readonly traits: Readonly<Partial<Record<VisitTrait, string | undefined>>>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const VISITORS_PER_DAY = 25;

/**
 * Events at every hour of the day, in order of arrival; the same for the same
 * arguments. A visitor exists for one day (UTC) and has up to three visits.
 */
export function rawEvents(firstDay: number, days: number): readonly RawEvent[] {
	const random = pseudoRandom(firstDay * 7 + days);
	const pick = <Item>(items: readonly Item[]): Item =>
		// The index is below the length.
		items[Math.floor(random() ** 1.5 * items.length)] as Item;
	const events: RawEvent[] = [];
	for (let number = 0; number < days * VISITORS_PER_DAY; number += 1) {
		const visitor = number + 1;
		const dayStart = (firstDay + Math.floor(random() * days)) * DAY_MS;
		let time = dayStart + Math.floor(random() * 23.2 * HOUR_MS);
		for (let visit = 0; visit < 1 + Math.floor(random() * 3); visit += 1) {
			const traits = {
				referrer: pick(["$direct", "search.example", "news.example"]),
				utm_source: pick([undefined, "letter", "video"]),
				utm_medium: pick([undefined, "mail"]),
				utm_campaign: pick([undefined, "spring", "autumn"]),
				utm_term: pick([undefined, "<b>term</b>"]),
				utm_content: pick([undefined, "top", "foot"]),
				browser: pick(["Chrome", "Firefox", "Safari"]),
				os: pick(["Windows", "Linux"]),
				device: pick(["Desktop", "Mobile"]),
				language: pick(["en", "de", "hi"]),
				host: pick(["site.example", "docs.example"]),
				country: pick([undefined, "DE", "IN"]),
				region: pick([undefined, "Bavaria, DE"]),
				channel: pick(["Direct", "Social"]),
			};
			const count = 1 + Math.floor(random() * 5);
			const pace = pick([10_000, MINUTE_MS, 6 * MINUTE_MS]);
			for (let step = 0; step < count && time < dayStart + DAY_MS; step += 1) {
				const isLate = random() < 0.3;
				events.push({
					visitor,
					timestamp: time,
					arrivesAt: time + (isLate ? HOUR_MS : 0),
					isView: step === 0 || step === count - 1 || random() < 0.8,
					page: pick(["/", "/docs", "/blog", "/docs?page=2", "/ünï:code/'\"<i>"]),
					status: pick(["200", "404"]),
					traits,
				});
				time += pace;
			}
			time += 40 * MINUTE_MS + Math.floor(random() * 5 * HOUR_MS);
			if (time >= dayStart + DAY_MS) break;
		}
	}
	return events.toSorted((a, b) => a.arrivesAt - b.arrivesAt);
}

/** The same events in the form that the store accepts. */
export function newEvents(events: readonly RawEvent[]): readonly NewEvent[] {
	return events.map(({ visitor, timestamp, isView, page, status, traits }) => {
		const event = newPageView({ timestamp, page, visitor });
		return {
			...event,
			event: isView ? "$pageview" : "click",
			visit: {
				visitor,
				// A click also has a page, but is not a view of it.
				page,
				status,
				traits,
			},
		};
	});
}
