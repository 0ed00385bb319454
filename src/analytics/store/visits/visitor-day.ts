import { DIMENSIONS, NO_TOTALS, quarterOf, TRAIT_DIMENSIONS } from "../totals/roll-up.ts";
import type { Contribution } from "../totals/roll-up-writer.ts";

/** Maximum gap between two events of a session. After a longer gap, a new session starts. */
export const SESSION_GAP_MS = 30 * 60_000;

/** Position of an event in time. UUIDs order events of the same millisecond. */
export interface Moment {
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	readonly uuid: string;
}

/** A page that was viewed, by its number in `strings`. */
export interface ViewedPage extends Moment {
	readonly page: number;
}

/** Numbers of the traits' values, in the order of `VISIT_TRAITS`. */
export type TraitNumbers = readonly (number | undefined)[];

/** Fields of a visit's event that the totals need. */
export interface VisitRow extends Moment {
	readonly isView: boolean;
	/** Only for views. */
	readonly page: number | undefined;
	readonly traits: TraitNumbers;
	/** The client's session: a hash in base64. */
	readonly key?: string | undefined;
}

/** Events of one visitor without a long gap, or of one client session. The first event sets the traits. */
export interface Session {
	readonly id: number;
	readonly key: string | undefined;
	readonly first: Moment;
	readonly endedAt: number;
	readonly views: number;
	readonly events: number;
	readonly entry: ViewedPage | undefined;
	readonly exit: ViewedPage | undefined;
	readonly traits: TraitNumbers;
}

/** State of one visitor on one day (UTC), from which the totals are computed. */
export interface VisitorDay {
	readonly sessions: readonly Session[];
	/** Numbers of the pages that were viewed. */
	readonly pages: ReadonlySet<number>;
	/** Key of another visitor, who is the same person and has the sessions of both. */
	readonly owner?: Uint8Array | undefined;
}

export const EMPTY_DAY: VisitorDay = { sessions: [], pages: new Set() };

/**
 * Adds an event. The order of events does not matter: a session can grow in both directions, and an event
 * that closes a gap merges two sessions.
 *
 * @param newId Number for the session if it is new.
 */
export function addRow(day: VisitorDay, row: VisitRow, newId: number): VisitorDay {
	const session = sessionOf(row, newId);
	const near = nearOf(day.sessions, session);
	// The new number applies only if no existing session merges.
	const merged = near.reduce(merge, { ...session, id: near.length === 0 ? newId : Infinity });
	const { page } = row;
	return withSession(day, { near, merged, pages: page === undefined ? [] : [page] });
}

/** Adds the day of another visitor, who is the same person. @param fold Called with each merged session. */
export function addDay(
	day: VisitorDay,
	other: VisitorDay,
	fold: (session: Session, into: number) => void,
): VisitorDay {
	return other.sessions.reduce((now, session) => {
		const near = nearOf(now.sessions, session);
		const merged = near.reduce(merge, session);
		for (const part of [session, ...near]) if (part.id !== merged.id) fold(part, merged.id);
		return withSession(now, { near, merged, pages: other.pages });
	}, day);
}

function withSession(
	{ sessions, pages }: VisitorDay,
	added: {
		readonly near: readonly Session[];
		readonly merged: Session;
		readonly pages: Iterable<number>;
	},
): VisitorDay {
	const newPages = [...added.pages].filter((page) => !pages.has(page));
	return {
		sessions: [...sessions.filter((session) => !added.near.includes(session)), added.merged],
		pages: newPages.length === 0 ? pages : new Set([...pages, ...newPages]),
	};
}

/** Time range and client key of a session. */
export type SessionMoment = Pick<Session, "key" | "first" | "endedAt">;

/**
 * @returns The sessions that merge with another: sessions with the same client key, or without a long gap in
 * between. Sessions with different client keys never merge.
 */
export function nearOf(sessions: readonly Session[], other: SessionMoment): readonly Session[] {
	const near = sessions.filter(({ key, first, endedAt }) =>
		key !== undefined && other.key !== undefined
			? key === other.key
			: other.endedAt >= first.at - SESSION_GAP_MS && other.first.at <= endedAt + SESSION_GAP_MS,
	);
	const keyed = near.filter(({ key }) => key !== undefined);
	return keyed.length > 1 ? keyed.slice(-1) : near;
}

/** Whether `one` is earlier. */
export function isBefore(one: Moment, other: Moment): boolean {
	return one.at === other.at ? one.uuid < other.uuid : one.at < other.at;
}

function sessionOf({ at, uuid, isView, page, traits, key }: VisitRow, id: number): Session {
	const viewed = isView && page !== undefined ? { at, uuid, page } : undefined;
	return {
		id,
		key,
		first: { at, uuid },
		endedAt: at,
		views: isView ? 1 : 0,
		events: 1,
		entry: viewed,
		exit: viewed,
		traits,
	};
}

function merge(one: Session, other: Session): Session {
	const { first, traits } = isBefore(one.first, other.first) ? one : other;
	return {
		id: Math.min(one.id, other.id),
		key: one.key ?? other.key,
		first,
		endedAt: Math.max(one.endedAt, other.endedAt),
		views: one.views + other.views,
		events: one.events + other.events,
		entry: earlierOf(one.entry, other.entry),
		exit: laterOf(one.exit, other.exit),
		traits,
	};
}

function earlierOf(one: ViewedPage | undefined, other: ViewedPage | undefined) {
	if (one === undefined || other === undefined) return one ?? other;
	return isBefore(one, other) ? one : other;
}

function laterOf(one: ViewedPage | undefined, other: ViewedPage | undefined) {
	if (one === undefined || other === undefined) return one ?? other;
	return isBefore(one, other) ? other : one;
}

/**
 * Lists all contributions of a day to the totals, except views of pages, statuses, quarters of an hour and of
 * `all`: those are counted by event. A visitor counts in the quarter of their first event.
 */
export function contributionsOf({ sessions, pages }: VisitorDay): readonly Contribution[] {
	if (sessions.length === 0) return [];
	const seen = new Map<number, Set<number>>();
	const all = { dimension: DIMENSIONS.all, value: 0 };
	const first = sessions.reduce((one, other) => (isBefore(one.first, other.first) ? one : other));
	const visitor = { ...NO_TOTALS, visitors: 1 };
	return [
		{ ...visitor, target: all },
		{ ...visitor, target: { quarter: quarterOf(first.first.at) } },
		...[...pages].map((value) => ({ ...visitor, target: { dimension: DIMENSIONS.page, value } })),
		...sessions.flatMap((session) => sessionContributions(session, seen)),
	];
}

/** @param seen Trait values under which the visitor is already counted. Modified in place. */
function sessionContributions(
	{ first, endedAt, views, entry, exit, traits }: Session,
	seen: Map<number, Set<number>>,
): readonly Contribution[] {
	const durationMs = endedAt - first.at;
	const visit = { ...NO_TOTALS, sessions: 1, bounces: views <= 1 ? 1 : 0, durationMs };
	const list: Contribution[] = [
		{ ...visit, target: { dimension: DIMENSIONS.all, value: 0 } },
		{ ...visit, target: { quarter: quarterOf(first.at) } },
	];
	if (entry !== undefined) {
		list.push({ ...visit, target: { dimension: DIMENSIONS.page, value: entry.page } });
	}
	if (exit !== undefined) {
		const target = { dimension: DIMENSIONS.exit_page, value: exit.page };
		list.push({ ...NO_TOTALS, sessions: 1, target });
	}
	for (const [index, value] of traits.entries()) {
		const dimension = TRAIT_DIMENSIONS[index];
		if (value === undefined || dimension === undefined) continue;
		const values = seen.get(dimension) ?? new Set();
		const visitors = values.has(value) ? 0 : 1;
		seen.set(dimension, values.add(value));
		list.push({ ...visit, views, visitors, target: { dimension, value } });
	}
	return list;
}
