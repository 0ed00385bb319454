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
}

/** Events of one visitor without a gap. Its first event decides the traits. */
export interface Session {
	readonly id: number;
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
}

export const EMPTY_DAY: VisitorDay = { sessions: [], pages: new Set() };

/**
 * Adds an event. The order of events does not matter: a session grows to both sides,
 * and an event that closes a gap merges two sessions.
 *
 * @param newId Number of the session, in case it is a new one.
 */
export function addRow(day: VisitorDay, row: VisitRow, newId: number): VisitorDay {
	const near = day.sessions.filter((session) => isNear(session, row.at));
	const far = day.sessions.filter((session) => !isNear(session, row.at));
	const session = near.reduce(merge, sessionOf(row, near.length === 0 ? newId : Infinity));
	const { page } = row;
	const isKnown = page === undefined || day.pages.has(page);
	return {
		sessions: [...far, session],
		pages: isKnown ? day.pages : new Set([...day.pages, page]),
	};
}

/** @returns Whether an event of that moment belongs to the session. */
export function isNear({ first, endedAt }: Session, at: number): boolean {
	return at >= first.at - SESSION_GAP_MS && at <= endedAt + SESSION_GAP_MS;
}

/** Whether `one` is the earlier of two moments. */
export function isBefore(one: Moment, other: Moment): boolean {
	return one.at === other.at ? one.uuid < other.uuid : one.at < other.at;
}

function sessionOf({ at, uuid, isView, page, traits }: VisitRow, id: number): Session {
	const viewed = isView && page !== undefined ? { at, uuid, page } : undefined;
	return {
		id,
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
 * Lists everything that the day adds to the totals. Views of pages and statuses, and views of
 * quarters of an hour, are counted by event. A visitor counts where they were first seen.
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
		{ ...visit, views, target: { dimension: DIMENSIONS.all, value: 0 } },
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
