import { randomBytes } from "node:crypto";
import type { NewEvent } from "../../src/analytics/store/new-event.ts";
import { newPageView } from "./new-event.ts";
import { pseudoRandom } from "./pseudo-random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** One page view, with what a count of one's own needs to know about it. */
export interface GeneratedView {
	readonly visitor: string;
	readonly timestamp: number;
	readonly page: string;
	readonly status: string;
	readonly browser: string;
	readonly referrer: string;
	readonly campaign: string | undefined;
	readonly event: NewEvent;
}

export interface GeneratedVisits {
	/** Every view once. */
	readonly views: readonly GeneratedView[];
	/** As they arrive: some twice, some an hour after the end of their session. */
	readonly arrivals: readonly NewEvent[];
}

/**
 * Visits of some days, the same for the same arguments. Visitors live for a day, come once
 * or twice with more than half an hour between, and see one to five pages each time.
 */
export function generatedVisits(firstDay: number, days: number): GeneratedVisits {
	const random = pseudoRandom(firstDay + days);
	const pick = <Item>(items: readonly Item[]): Item =>
		// The index is below the length.
		items[Math.floor(random() ** 2 * items.length)] as Item;
	const views: GeneratedView[] = [];
	const arrivals: { readonly at: number; readonly event: NewEvent }[] = [];
	for (let index = 0; index < days * VISITORS_PER_DAY; index += 1) {
		const visitor = randomBytes(16);
		const dayStart = (firstDay + Math.floor(random() * days)) * DAY_MS;
		const starts = [dayStart + random() * 10 * HOUR_MS];
		if (random() < 0.3) starts.push(dayStart + (14 + random() * 5) * HOUR_MS);
		for (const start of starts) {
			const traits = {
				browser: pick(["Chrome", "Firefox", "Safari"]),
				referrer: pick(["$direct", "search.example", "news.example"]),
				campaign: pick([undefined, undefined, "spring"]),
			};
			const count = pick([1, 2, 3, 4, 5]);
			const paceMs = pick([1, 3, 7]) * MINUTE_MS;
			for (let step = 0; step < count; step += 1) {
				const timestamp = Math.round(start) + step * paceMs;
				const page = `/${pick(["", "docs", "blog", "about", "docs?page=2"])}`;
				const status = pick(["200", "200", "404"]);
				const event = viewEvent({ visitor, timestamp, page, status, ...traits });
				views.push({ visitor: visitor.toString("hex"), timestamp, page, status, ...traits, event });
				const isLate = random() < 0.3;
				arrivals.push({ at: timestamp + (isLate ? HOUR_MS : 0), event });
				if (random() < 0.1) arrivals.push({ at: timestamp + HOUR_MS, event });
			}
		}
	}
	arrivals.sort((a, b) => a.at - b.at);
	return { views, arrivals: arrivals.map(({ event }) => event) };
}

const VISITORS_PER_DAY = 15;

interface ViewFacts extends Omit<GeneratedView, "event" | "visitor"> {
	readonly visitor: Uint8Array;
}

function viewEvent({ campaign, browser, referrer, status, ...view }: ViewFacts): NewEvent {
	const event = newPageView(view);
	return {
		...event,
		visit: {
			visitor: view.visitor,
			isView: true,
			page: view.page,
			status,
			traits: { browser, referrer, utm_campaign: campaign },
		},
	};
}
