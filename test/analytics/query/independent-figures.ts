import type { Figures } from "../../../src/analytics/api-types/stats.ts";
import { VISIT_TRAITS } from "../../../src/analytics/protocol/visit-traits.ts";
import type { RawEvent } from "../../support/raw-events.ts";

const HOUR_MS = 3_600_000;

export interface Filter {
	readonly dimension: string;
	readonly operator: string;
	readonly value: string;
}

export type InRange = (at: number) => boolean;

type Facts = Readonly<Record<string, string | undefined>>;

interface View extends Facts {
	readonly page: string;
	readonly status: string;
}

export interface Session {
	readonly visitor: string;
	readonly startedAt: number;
	readonly durationMs: number;
	readonly views: readonly { readonly at: number; readonly facts: View }[];
	readonly facts: Facts;
}

/** A session ends with half an hour without an event. */
export function cutSessions(all: readonly RawEvent[]): readonly Session[] {
	const byVisitor = Map.groupBy(all, ({ visitor }) => String(visitor));
	return [...byVisitor].flatMap(([visitor, own]) => {
		const parts: RawEvent[][] = [];
		for (const event of own.toSorted((a, b) => a.timestamp - b.timestamp)) {
			const last = parts.at(-1)?.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY;
			if (event.timestamp - last > HOUR_MS / 2) parts.push([event]);
			else parts.at(-1)?.push(event);
		}
		return parts.map((part) => sessionOf(visitor, part));
	});
}

function sessionOf(visitor: string, own: readonly RawEvent[]): Session {
	const views = own
		.filter(({ isView }) => isView)
		.map(({ timestamp, page, status }) => ({ at: timestamp, facts: { page, status } }));
	const traits = own[0]?.traits ?? {};
	const startedAt = own[0]?.timestamp ?? 0;
	return {
		visitor,
		startedAt,
		views,
		durationMs: (own.at(-1)?.timestamp ?? 0) - startedAt,
		facts: {
			...traits,
			campaign: traits.utm_campaign,
			entry_page: views[0]?.facts.page,
			exit_page: views.at(-1)?.facts.page,
		},
	};
}

/** Counts views, sessions, and when each visitor of a day was first seen among what passes the filters. */
export function countFor(sessions: readonly Session[], filters: readonly Filter[]) {
	const isOfView = ({ dimension }: Filter) => ["page", "status"].includes(dimension);
	const ofView = filters.filter(isOfView);
	const ofSession = filters.filter((filter) => !isOfView(filter));
	const kept = sessions
		.filter(({ facts }) => holds(facts, ofSession))
		.map((session) => ({
			...session,
			kept: session.views.filter(({ facts }) => holds(facts, ofView)),
		}))
		.filter((session) => ofView.length === 0 || session.kept.length > 0);
	type Kept = (typeof kept)[number];
	const seenAt = ({ kept: views, startedAt }: Kept) =>
		ofView.length === 0 ? [startedAt] : views.map(({ at }) => at);

	const viewed = (inRange: InRange, keyOf: (view: View, session: Kept) => Value): Samples =>
		kept.flatMap((session) =>
			session.kept
				.filter(({ at }) => inRange(at))
				.map(({ facts }) => [keyOf(facts, session), { views: 1 }] as const),
		);
	const entered = (inRange: InRange, keyOf: (session: Kept) => Value): Samples =>
		kept
			.filter(({ startedAt }) => inRange(startedAt))
			.map((session) => [
				keyOf(session),
				{
					sessions: 1,
					bounces: session.views.length <= 1 ? 1 : 0,
					duration_ms: session.durationMs,
				},
			]);
	/** Each visitor counts once for a value, when it was first seen with it. */
	const seen = (inRange: InRange, sightings: (session: Kept) => readonly Sighting[]): Samples => {
		const firsts = new Map<string, readonly [value: Value, at: number]>();
		for (const session of kept) {
			for (const [value, at] of sightings(session)) {
				const key = `${session.visitor} ${value}`;
				if (at < (firsts.get(key)?.[1] ?? Number.POSITIVE_INFINITY)) firsts.set(key, [value, at]);
			}
		}
		return [...firsts.values()]
			.filter(([, at]) => inRange(at))
			.map(([value]) => [value, { visitors: 1 }]);
	};
	/** By a value that a whole session has. */
	const bySession = (inRange: InRange, keyOf: (session: Kept) => Value) =>
		tally([
			...viewed(inRange, (_, session) => keyOf(session)),
			...seen(inRange, (session) => seenAt(session).map((at) => [keyOf(session), at])),
			...entered(inRange, keyOf),
		]);

	return {
		totals: (inRange: InRange): Figures => {
			const all = bySession(inRange, () => "")[""] ?? ZERO;
			const { sessions: count, bounces, duration_ms } = all;
			return {
				...all,
				bounce_rate: count === 0 ? null : bounces / count,
				average_duration_ms: count === 0 ? null : duration_ms / count,
			};
		},
		rows: (inRange: InRange) => {
			const page = tally([
				...viewed(inRange, (view) => view.page),
				...seen(inRange, ({ kept: views }) => views.map(({ at, facts }) => [facts.page, at])),
				...entered(inRange, ({ facts }) => facts["entry_page"]),
			]);
			const traits = VISIT_TRAITS.map((trait) => [
				trait,
				bySession(inRange, ({ facts }) => facts[trait]),
			]);
			const exits = entered(inRange, ({ facts }) => facts["exit_page"]);
			return {
				page,
				status: tally(viewed(inRange, (view) => view.status)),
				entry_page: Object.fromEntries(Object.entries(page).filter(([, row]) => row.sessions > 0)),
				exit_page: tally(exits.map(([value]) => [value, { sessions: 1 }])),
				...Object.fromEntries(traits),
			};
		},
	};
}

function holds(facts: Facts, filters: readonly Filter[]): boolean {
	return [...Map.groupBy(filters, ({ dimension }) => dimension)].every(([dimension, own]) => {
		const hits = own.filter(({ value }) => (facts[dimension] ?? "") === value);
		const isWanted = own.some(({ operator }) => operator === "is");
		return hits.every(({ operator }) => operator === "is") && (!isWanted || hits.length > 0);
	});
}

type Value = string | undefined;
type Sighting = readonly [value: Value, at: number];
type Samples = readonly (readonly [value: Value, figures: Partial<Additive>])[];
type Additive = Pick<Figures, (typeof ADDITIVE)[number]>;

const ADDITIVE = ["views", "visitors", "sessions", "bounces", "duration_ms"] as const;
const ZERO = { views: 0, visitors: 0, sessions: 0, bounces: 0, duration_ms: 0 };

function tally(samples: Samples): Record<string, Additive> {
	const rows: Record<string, typeof ZERO> = {};
	for (const [value, figures] of samples) {
		if (value === undefined) continue;
		const row = rows[value] ?? { ...ZERO };
		rows[value] = row;
		for (const name of ADDITIVE) row[name] += figures[name] ?? 0;
	}
	return rows;
}

export function additiveOf(figures: Additive): object {
	return Object.fromEntries(ADDITIVE.map((name) => [name, figures[name]]));
}
