import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { eventSchema, type LiveDrop } from "../../api-types/events.ts";
import { mayUse } from "../../auth/callers.ts";
import type { CaptureWatch } from "../../ingest/capture-watch.ts";
import type { EventReader } from "../../store/events/event-reader.ts";
import type { ApiContext } from "../api-context.ts";
import { renderEvent } from "./render-event.ts";

/** Polling interval: looks live at a low cost. */
const POLL_MS = 500;
/** More than a person can read. */
const MAX_EVENTS_PER_POLL = 100;
/** 15 seconds: half of the usual idle time-out of a proxy. */
const POLLS_PER_BEAT = 30;
/** A comment line, so that proxies do not see an idle connection. */
const BEAT = ": still here\n\n";

export interface LiveMessagesOptions {
	readonly events: Pick<EventReader, "lastId" | "newerThan">;
	readonly watch: Pick<CaptureWatch, "watch">;
	/** Called every 15 seconds: a session or a key can expire meanwhile. */
	readonly mayRead: () => boolean;
	/** Resolves at the next poll, and rejects to end the stream. */
	readonly nextPoll: () => Promise<unknown>;
}

/**
 * The live stream of one client, as server-sent events. It polls the store instead of
 * listening to ingest: every shown event is on disk, and ingest never waits. Dropped
 * events are not on disk: ingest reports them.
 *
 * For a slow client, it polls less often. The client misses events and receives their number.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* liveMessages(options: LiveMessagesOptions): AsyncGenerator<string> {
	const { events, watch, mayRead, nextPoll } = options;
	const drops: LiveDrop[] = [];
	const endWatch = watch.watch((drop) => {
		if (drops.length < MAX_EVENTS_PER_POLL) drops.push(drop);
	});
	try {
		let seenId = events.lastId();
		// Without a first byte, clients would not notice the connection for a while.
		yield BEAT;
		for (let polls = 1; ; polls += 1) {
			await nextPoll();
			const isBeat = polls % POLLS_PER_BEAT === 0;
			if (isBeat && !mayRead()) return;
			const lastId = events.lastId();
			const firstId = Math.max(seenId, lastId - MAX_EVENTS_PER_POLL);
			const skipped = firstId - seenId;
			// Lower than before if the newest events were erased.
			seenId = lastId;
			const stored = firstId < lastId ? events.newerThan(firstId, MAX_EVENTS_PER_POLL) : [];
			const messages = [
				...(skipped > 0 ? [`event: skipped\ndata: ${skipped}\n\n`] : []),
				...stored.map((event) => `data: ${JSON.stringify(renderEvent(event))}\n\n`),
				...drops.splice(0).map((drop) => `event: dropped\ndata: ${JSON.stringify(drop)}\n\n`),
			];
			if (messages.length > 0 || isBeat) yield messages.join("") || BEAT;
		}
	} catch {
		// The client left, the service closes, or the file is damaged; the next request reports damage.
	} finally {
		endWatch();
	}
}

/** Route of the live stream of events. @param closing Aborted when the service closes. */
export function liveRoute(
	{ callers, projectId, store: { events }, watch }: ApiContext,
	closing: AbortSignal,
): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/live", {
		summary: "Live stream of stored events, as server-sent events",
		answer: {
			description:
				"A message for each event; `skipped` has the number of events that a slow client missed, `dropped` an event that was not stored",
			mediaType: "text/event-stream",
			schema: eventSchema,
		},
		handle: async ({ request, reply }) => {
			const mayRead = (): boolean => {
				const caller = callers.find(request);
				return caller !== undefined && mayUse(caller, projectId);
			};
			const gone = new AbortController();
			reply.raw.once("close", () => gone.abort());
			const signal = AbortSignal.any([closing, gone.signal]);
			const nextPoll = () => setTimeout(POLL_MS, undefined, { signal });
			const messages = liveMessages({ events, watch, mayRead, nextPoll });
			reply.type("text/event-stream");
			return Readable.from(messages, { objectMode: false });
		},
	});
}
