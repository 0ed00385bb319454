import type { NewEvent } from "../../src/analytics/store/new-event.ts";
import { newPageView, numberedUuid } from "./new-event.ts";
import { pseudoRandom } from "./pseudo-random.ts";

/** An event of the month, with all facts that an independent count needs. */
export interface MonthEvent {
	readonly uuid: string;
	readonly at: number;
	readonly name: string;
	readonly person: number;
	/** Path of the page, also for events other than views. */
	readonly page: string;
	readonly browser: string;
	readonly referrer: string;
	readonly plan: string | undefined;
	readonly amount: number | undefined;
	/** Whether a server sent it; then it is not part of a visit. */
	readonly isOfServer: boolean;
	readonly isOfBot: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** March 2026: in Berlin the clocks change on the 29th. */
export const MONTH_FROM = Date.UTC(2026, 2, 1);
const DAYS = 31;
const PAGES = ["/", "/pricing", "/docs/start", "/docs/api", "/blog", "/signup"];
const NAMES = ["signup", "purchase", "download", "$pageleave"];

/**
 * Events of returning visitors in a month, grouped by person; the same for the same number of
 * people. No two events of a person have the same time.
 */
export function generatedMonth(people: number): readonly MonthEvent[] {
	const random = pseudoRandom(people);
	const pick = <Item>(items: readonly Item[]): Item =>
		// The index is below the length.
		items[Math.floor(random() ** 1.4 * items.length)] as Item;
	const events: MonthEvent[] = [];
	for (let person = 0; person < people; person += 1) {
		const isOfBot = random() < 0.05;
		let time = MONTH_FROM + Math.floor(random() * 12 * DAY_MS);
		for (let visit = 0; visit < 1 + Math.floor(random() * 6); visit += 1) {
			const ofVisit = {
				browser: pick(["Chrome", "Firefox", "Safari"]),
				referrer: pick(["$direct", "search.example", "news.example"]),
			};
			for (let step = 0; step < 1 + Math.floor(random() * 7); step += 1) {
				const isView = random() < 0.7;
				const name = isView ? "$pageview" : pick(NAMES);
				events.push({
					person,
					at: time,
					name,
					isOfBot,
					...ofVisit,
					uuid: numberedUuid(events.length),
					page: pick(PAGES),
					plan: isView ? undefined : pick(["team", "solo", undefined]),
					amount: name === "purchase" ? Math.floor(random() * 100) : undefined,
					isOfServer: !isView && !isOfBot && random() < 0.15,
				});
				time += 1 + Math.floor(random() ** 3 * 45 * MINUTE_MS);
			}
			time += Math.floor(random() ** 2 * 9 * DAY_MS) + 40 * MINUTE_MS;
			if (time >= MONTH_FROM + DAYS * DAY_MS) break;
		}
	}
	return events.filter(({ at }) => at < MONTH_FROM + DAYS * DAY_MS);
}

/** The same events as the store receives them: some late, some twice. */
export function storedMonth(events: readonly MonthEvent[]): readonly NewEvent[] {
	const random = pseudoRandom(events.length);
	const arriving = events.map((event) => ({
		event: newEventOf(event),
		arrivesAt: event.at + (random() < 0.2 ? 7 * 60 * MINUTE_MS : 0),
	}));
	const inOrder = arriving.toSorted((a, b) => a.arrivesAt - b.arrivesAt).map(({ event }) => event);
	return [...inOrder, ...inOrder.filter((_, index) => index % 17 === 0)];
}

function newEventOf(event: MonthEvent): NewEvent {
	const { uuid, at, name, person, page, browser, referrer, plan, amount } = event;
	const isView = name === "$pageview";
	const visitor = person * 100_000 + Math.floor(at / DAY_MS) + 1;
	const known = newPageView({ timestamp: at, page, uuid, visitor });
	// A null property counts as unknown, like an absent one.
	const unknown = person % 2 === 0 ? null : undefined;
	const properties = { ...known.properties, plan: plan ?? unknown, amount };
	const traits = { browser, referrer };
	return {
		...known,
		event: name,
		distinctId: `person-${person}`,
		// Removes properties that are `undefined`.
		properties: JSON.parse(JSON.stringify(properties)),
		bot: event.isOfBot ? "Examplebot" : undefined,
		visit:
			event.isOfBot || event.isOfServer
				? undefined
				: {
						visitor,
						page: isView ? page : undefined,
						traits,
						status: isView ? (page === "/signup" ? "404" : "200") : undefined,
					},
	};
}
