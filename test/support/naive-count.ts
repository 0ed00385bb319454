import { DAY_MS, dayOf } from "../../src/analytics/store/totals/roll-up.ts";

/** The range in the time zone Europe/Berlin, in days since the Unix epoch; a change of clocks is within it. */
export const FIRST_DAY = dayOf(Date.UTC(2026, 2, 27));
export const TO_DAY = dayOf(Date.UTC(2026, 3, 1));

export interface NaiveEvent {
	readonly uuid: string;
	readonly at: number;
	readonly name: string;
	readonly page: string;
	readonly browser: string;
	readonly id: string;
	/** The person that it becomes. */
	readonly as: string | undefined;
	readonly session: number | undefined;
	readonly visitor: number | undefined;
}

interface Counted {
	readonly countVisitorsBy: "network" | "client";
	readonly merges: (id: string) => string;
}

/** Counts an overview by its definitions alone. */
export function countNaively(events: readonly NaiveEvent[], { countVisitorsBy, merges }: Counted) {
	const sessions = sessionsOf(events);
	const starts = Array.from({ length: TO_DAY - FIRST_DAY + 1 }, (_, index) =>
		midnight(FIRST_DAY + index),
	);
	const points = starts
		.slice(0, -1)
		.map((from, index) => ({ from, to: starts[index + 1] as number }));
	const [from, to] = [starts[0] as number, starts.at(-1) as number];
	const isIn = (at: number, range: { readonly from: number; readonly to: number }) =>
		at >= range.from && at < range.to;
	const firstOf = (own: readonly NaiveEvent[]): NaiveEvent => own[0] as NaiveEvent;
	const begun = sessions.filter((own) => isIn(firstOf(own).at, { from, to }));
	const views = events.filter(({ name, at }) => name === "$pageview" && isIn(at, { from, to }));
	const who = ({ id, visitor, at }: NaiveEvent): string =>
		countVisitorsBy === "client" ? merges(id) : `${dayOf(at)} ${visitor ?? merges(id)}`;
	/** A daily visitor counts at the first event of the day. */
	const sightings =
		countVisitorsBy === "client"
			? events
			: [...Map.groupBy(inOrder(events), who).values()].map(firstOf);
	const visitorsIn = (range: { readonly from: number; readonly to: number }): number =>
		new Set(sightings.filter(({ at }) => isIn(at, range)).map(who)).size;
	const browserOf = new Map(
		sessions.flatMap((own) => own.map((event) => [event, firstOf(own).browser] as const)),
	);
	const count = <Item>(items: readonly Item[], textOf: (item: Item) => string | undefined) => {
		const counts = new Map<string, number>();
		for (const item of items) {
			const value = textOf(item);
			if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
		}
		return counts;
	};
	const rows = (viewed: ReadonlyMap<string, number>, entered: ReadonlyMap<string, number>) =>
		Object.fromEntries(
			[...new Set([...viewed.keys(), ...entered.keys()])].map((value) => [
				value,
				[viewed.get(value) ?? 0, entered.get(value) ?? 0],
			]),
		);
	const pagesOf = (own: readonly NaiveEvent[]) =>
		own.filter(({ name }) => name === "$pageview").map(({ page }) => page);
	const inRange = events.filter(({ at }) => isIn(at, { from, to }));
	const overview = {
		visitors: points.length === 0 ? 0 : visitorsIn({ from, to }),
		days: points.map((point) => {
			const own = begun.filter((session) => isIn(firstOf(session).at, point));
			return [
				views.filter(({ at }) => isIn(at, point)).length,
				visitorsIn(point),
				own.length,
				own.filter((session) => pagesOf(session).length <= 1).length,
				own.reduce((sum, session) => sum + (session.at(-1)?.at ?? 0) - firstOf(session).at, 0),
			];
		}),
		rows: {
			page: rows(
				count(views, ({ page }) => page),
				count(begun, (own) => pagesOf(own)[0]),
			),
			exit_page: rows(
				new Map(),
				count(begun, (own) => pagesOf(own).at(-1)),
			),
			browser: {
				...rows(
					count(inRange, () => undefined),
					new Map(),
				),
				...rows(
					count(views, (event) => browserOf.get(event)),
					count(begun, (own) => firstOf(own).browser),
				),
				...Object.fromEntries(
					[...new Set(inRange.map((event) => browserOf.get(event) as string))]
						.filter(
							(browser) =>
								!views.some((event) => browserOf.get(event) === browser) &&
								!begun.some((own) => firstOf(own).browser === browser),
						)
						.map((browser) => [browser, [0, 0]]),
				),
			},
		},
	};
	return { plain: overview, filtered: overview };
}

function inOrder(events: readonly NaiveEvent[]): readonly NaiveEvent[] {
	return events.toSorted((a, b) => a.at - b.at);
}

function sessionsOf(events: readonly NaiveEvent[]): readonly (readonly NaiveEvent[])[] {
	const byKey = Map.groupBy(inOrder(events), ({ session, visitor, at }) =>
		session === undefined ? `${dayOf(at)} ${visitor}` : `client ${session}`,
	);
	return [...byKey].flatMap(([key, own]) => {
		if (key.startsWith("client")) return [own];
		const parts: NaiveEvent[][] = [];
		for (const event of own) {
			const last = parts.at(-1)?.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
			if (event.at - last > 30 * 60_000) parts.push([]);
			parts.at(-1)?.push(event);
		}
		return parts;
	});
}

/** Start of a day in Berlin, which is ahead of UTC by two hours from 29 March 2026, 1:00 (UTC), and by one before. */
function midnight(day: number): number {
	return day * DAY_MS - (day > dayOf(Date.UTC(2026, 2, 29)) ? 2 : 1) * 3_600_000;
}
