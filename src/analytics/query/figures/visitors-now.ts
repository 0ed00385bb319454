import * as z from "zod";
import type { ApiContext } from "../api/api-context.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { Reader } from "../threads/reader.ts";

const WINDOW_MS = 5 * 60_000;

/** Visitors with an event in the last five minutes. */
export function readVisitorsNow({ database }: Reader, now: number): number {
	const row = database
		.prepare(`
			SELECT count(DISTINCT coalesce(sessions.visitor, sessions.id)) AS visitors
			FROM events INDEXED BY events_by_time JOIN sessions ON sessions.id = events.session
			WHERE events.timestamp >= ?
		`)
		.get(now - WINDOW_MS);
	return Number(row?.["visitors"]);
}

export function visitorsNowRoute({ threads, now }: ApiContext): ApiRoute {
	return defineRoute({
		method: "GET",
		path: "/api/v1/visitors-now",
		summary: "How many visitors the site has had in the last five minutes",
		answer: { description: "The visitors", schema: z.object({ visitors: z.int() }) },
		refusals: { 503: "Too many questions wait for an answer" },
		handle: async ({ reply }) => ({
			visitors: await threads.ask("visitors-now", now(), reply.raw),
		}),
	});
}
