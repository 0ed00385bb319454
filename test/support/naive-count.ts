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

/** What the definitions say about a list of events. */
export function naiveHistory(events: readonly NaiveEvent[], { countVisitorsBy, merges }: Counted) {
	const sessions = sessionsOf(events);
	const starts = Array.from({ length: TO_DAY - FIRST_DAY + 1 }, (_, index) =>
		midnight(FIRST_DAY + index),
	);
	const points = starts
		.slice(0, -1)
		.map((from, index): Range => ({ from, to: starts[index + 1] as number }));
	const range: Range = { from: starts[0] as number, to: starts.at(-1) as number };
	const who = ({ id, visitor, at }: NaiveEvent): string =>
		countVisitorsBy === "client" ? merges(id) : `${dayOf(at)} ${visitor ?? merges(id)}`;
	const browsers = new Map(
		sessions.flatMap((own) => own.map((event) => [event, firstOf(own).browser] as const)),
	);
	return {
		points,
		range,
		who,
		inRange: inOrder(events).filter(({ at }) => isIn(at, range)),
		/** Sessions that began in the range, as lists of events. */
		begun: sessions.filter((own) => isIn(firstOf(own).at, range)),
		browserOf: (event: NaiveEvent) => browsers.get(event) as string,
		/** Counts visitors of some events. A daily visitor counts at the first event of the day. */
		visitorsOf: (isAsked: (event: NaiveEvent) => boolean, within: Range): number => {
			const asked = inOrder(events).filter(isAsked);
			const sightings =
				countVisitorsBy === "client" ? asked : [...Map.groupBy(asked, who).values()].map(firstOf);
			return new Set(sightings.filter(({ at }) => isIn(at, within)).map(who)).size;
		},
	};
}

interface Range {
	readonly from: number;
	readonly to: number;
}

function isIn(at: number, { from, to }: Range): boolean {
	return at >= from && at < to;
}

export function firstOf(own: readonly NaiveEvent[]): NaiveEvent {
	return own[0] as NaiveEvent;
}

export function isView({ name }: NaiveEvent): boolean {
	return name === "$pageview";
}

/** Counts an overview by its definitions alone. */
export function countNaively(events: readonly NaiveEvent[], counted: Counted) {
	const { points, range, begun, inRange, browserOf, visitorsOf } = naiveHistory(events, counted);
	const views = inRange.filter(isView);
	const all = () => true;
	const pagesOf = (own: readonly NaiveEvent[]) => own.filter(isView).map(({ page }) => page);
	/** Views, sessions and visitors of each value. */
	const rowsBy = (
		viewedOf: (event: NaiveEvent) => string | undefined,
		begunOf: (own: readonly NaiveEvent[]) => string | undefined,
		isSighting: (event: NaiveEvent, value: string) => boolean,
	) => {
		const values = new Set([...inRange.map(viewedOf), ...begun.map(begunOf)]);
		values.delete(undefined);
		return Object.fromEntries(
			[...values].flatMap((value = "") => {
				const figures = [
					views.filter((event) => viewedOf(event) === value).length,
					begun.filter((own) => begunOf(own) === value).length,
					visitorsOf((event) => isSighting(event, value), range),
				];
				return figures.some((figure) => figure > 0) ? [[value, figures]] : [];
			}),
		);
	};
	const overview = {
		visitors: visitorsOf(all, range),
		days: points.map((point) => {
			const own = begun.filter((session) => isIn(firstOf(session).at, point));
			return [
				views.filter(({ at }) => isIn(at, point)).length,
				visitorsOf(all, point),
				own.length,
				own.filter((session) => pagesOf(session).length <= 1).length,
				own.reduce((sum, session) => sum + (session.at(-1)?.at ?? 0) - firstOf(session).at, 0),
			];
		}),
		rows: {
			page: rowsBy(
				(event) => (isView(event) ? event.page : undefined),
				(own) => pagesOf(own)[0],
				(event, page) => isView(event) && event.page === page,
			),
			exit_page: rowsBy(
				() => undefined,
				(own) => pagesOf(own).at(-1),
				() => false,
			),
			browser: rowsBy(
				browserOf,
				(own) => firstOf(own).browser,
				(event, browser) => browserOf(event) === browser,
			),
		},
	};
	return overview;
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
