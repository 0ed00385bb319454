import { DIMENSIONS, NO_TOTALS, quarterOf, TRAIT_DIMENSIONS } from "../totals/roll-up.ts";
import type { Contribution } from "../totals/roll-up-writer.ts";

/** A visitor who is silent for longer has left; what comes next is a new session. */
export const SESSION_GAP_MS = 30 * 60_000;

/** A moment that no other event of the visitor shares: events of one millisecond go by their UUIDs. */
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

/** An event of a visit, as far as figures are made of it. */
export interface VisitRow extends Moment {
	readonly isView: boolean;
	/** Only of views. */
	readonly page: number | undefined;
	readonly traits: TraitNumbers;
	/** The client's session, as a text without meaning. */
	readonly key?: string | undefined;
}

/** Events of one visitor without a gap, or of one session of the client. Its first event decides the traits. */
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

/** Everything that the figures take from one visitor on one day (UTC). */
export interface VisitorDay {
	readonly sessions: readonly Session[];
	/** Numbers of the pages that were viewed. */
	readonly pages: ReadonlySet<number>;
	/** The visitor that has the sessions of this one, which is the same person. */
	readonly owner?: Uint8Array | undefined;
}

export const EMPTY_DAY: VisitorDay = { sessions: [], pages: new Set() };

/**
 * Adds an event. The order of events does not matter: a session grows to both sides,
 * and an event that closes a gap merges two sessions.
 *
 * @param newId Number of the session, in case it is a new one.
 */
export function addRow(day: VisitorDay, row: VisitRow, newId: number): VisitorDay {
	const session = sessionOf(row, newId);
	const near = nearOf(day.sessions, session);
	// The number of a new session counts only where there is no other.
	const merged = near.reduce(merge, { ...session, id: near.length === 0 ? newId : Infinity });
	const { page } = row;
	return withSession(day, { near, merged, pages: page === undefined ? [] : [page] });
}

/** Adds what another visitor, who is the same person, has done. @param fold Called with sessions that become one. */
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

/** When a session was, and which one of the client. */
export type SessionMoment = Pick<Session, "key" | "first" | "endedAt">;

/**
 * @returns The sessions that become one with another: those of the client's same session, or without a gap
 *   between. Sessions that a client tells apart never do.
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

/** Whether `one` is the earlier of two moments. */
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
 * Lists everything that the day adds to the totals. Views of pages and statuses, of quarters of
 * an hour and of all are counted by event. A visitor counts where they were first seen.
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

/** @param seen Values of traits that the visitor has been counted under. Added to. */
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
