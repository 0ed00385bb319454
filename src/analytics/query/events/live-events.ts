import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { mayUse } from "../../access/callers.ts";
import type { CaptureWatch } from "../../ingest/capture-watch.ts";
import type { EventReader } from "../../store/events/event-reader.ts";
import { eventSchema, type LiveDrop } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";
import { renderEvent } from "./render-event.ts";

/** Polling interval: looks live and costs little. */
const POLL_MS = 500;
/** More than a person can read. */
const MAX_EVENTS_PER_POLL = 100;
/** Half of the usual idle time-out of a proxy. */
const POLLS_PER_BEAT = 30;
/** Keeps the connection from looking idle. */
const BEAT = ": still here\n\n";

export interface LiveMessagesOptions {
	readonly events: Pick<EventReader, "lastId" | "newerThan">;
	readonly watch: Pick<CaptureWatch, "watch">;
	/** Asked every fifteen seconds: a session or a key can end meanwhile. */
	readonly mayRead: () => boolean;
	/** Resolves at the next poll, and rejects to end the stream. */
	readonly nextPoll: () => Promise<unknown>;
}

/**
 * The live stream of one client, as server-sent events. It polls the store instead of
 * listening to ingest: every shown event is on disk, and ingest never waits. Dropped
 * events are not on disk: ingest reports them.
 *
 * A client that reads too slowly is polled for less often. It misses events and receives their number.
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
			// It is lower than before when the newest events have been erased.
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
		// The client is gone, the service closes, or the file is damaged: then the next request says so.
	} finally {
		endWatch();
	}
}

/** Events as they come in. @param closing Aborted when the service closes. */
export function liveRoute(
	{ callers, projectId, store: { events }, watch }: ApiContext,
	closing: AbortSignal,
): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/live", {
		summary: "Events as they are stored, as server-sent events",
		answer: {
			description:
				"A message for each event; `skipped` says how many a slow reader missed, `dropped` what was not stored and why",
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
