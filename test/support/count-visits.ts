import type { GeneratedView } from "./generated-visits.ts";

const SESSION_GAP_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

export interface CountedSession {
	/** In the order of time. */
	readonly views: readonly GeneratedView[];
	readonly durationMs: number;
}

/** Counts views as one would on paper, by sorting and cutting; nothing of the store's is used. */
export function countSessions(views: readonly GeneratedView[]): readonly CountedSession[] {
	const byVisitor = Map.groupBy(views, ({ visitor }) => visitor);
	return [...byVisitor.values()].flatMap(sessionsOf);
}

/** @returns What the API calls totals, of everything that happened in the range. */
export function countTotals(views: readonly GeneratedView[], from: number, to: number) {
	const inRange = views.filter(({ timestamp }) => timestamp >= from && timestamp < to);
	const sessions = countSessions(inRange);
	const visitorDays = inRange.map(
		({ visitor, timestamp }) => `${visitor} ${Math.floor(timestamp / DAY_MS)}`,
	);
	const durationMs = sessions.reduce((sum, session) => sum + session.durationMs, 0);
	const bounces = sessions.filter((session) => session.views.length === 1).length;
	return {
		views: inRange.length,
		visitors: new Set(visitorDays).size,
		sessions: sessions.length,
		bounces,
		bounce_rate: bounces / sessions.length,
		duration_ms: durationMs,
		average_duration_ms: durationMs / sessions.length,
	};
}

function sessionsOf(views: readonly GeneratedView[]): readonly CountedSession[] {
	const sorted = views.toSorted((a, b) => a.timestamp - b.timestamp);
	const groups: GeneratedView[][] = [];
	for (const view of sorted) {
		const last = groups.at(-1)?.at(-1);
		const isNew = last === undefined || view.timestamp - last.timestamp > SESSION_GAP_MS;
		if (isNew) groups.push([view]);
		else groups.at(-1)?.push(view);
	}
	return groups.map((group) => ({
		views: group,
		durationMs: (group.at(-1)?.timestamp ?? 0) - (group[0]?.timestamp ?? 0),
	}));
}
