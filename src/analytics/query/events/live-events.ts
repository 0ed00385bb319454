import { mayUse } from "../../access/callers.ts";
import type { CaptureWatch } from "../../ingest/capture-watch.ts";
import type { EventReader } from "../../store/events/event-reader.ts";
import { eventSchema, type LiveDrop } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";
import { LiveReader } from "./live-reader.ts";
import { renderEvent } from "./render-event.ts";

/** Polling interval: looks live and costs little. */
const POLL_MS = 500;
/** More than a person can read. */
const MAX_EVENTS_PER_POLL = 100;
/** Half of the usual idle time-out of a proxy. */
const POLLS_PER_BEAT = 30;

/**
 * Streams stored events to connected clients. It polls the store instead of
 * listening to ingest: every shown event is on disk, and ingest never waits. Dropped
 * events are not on disk: ingest reports them.
 */
export class LiveEvents {
	readonly #events: EventReader;
	/** Each with whether it may still read. */
	readonly #readers = new Map<LiveReader, () => boolean>();
	readonly #watch: Pick<CaptureWatch, "watch">;
	#endWatch: (() => void) | undefined;
	#timer: NodeJS.Timeout | undefined;
	#polls = 0;
	#seenId = 0;

	constructor(events: EventReader, watch: Pick<CaptureWatch, "watch">) {
		this.#events = events;
		this.#watch = watch;
	}

	/**
	 * @param mayRead Asked again every fifteen seconds: a session or a key can end meanwhile.
	 * @returns What a new reader is sent from now on. Destroy it when it is no longer read.
	 */
	open(mayRead: () => boolean = () => true): LiveReader {
		const reader = new LiveReader();
		reader.once("close", () => this.#forget(reader));
		if (this.#readers.size === 0) this.#start();
		this.#readers.set(reader, mayRead);
		// Without a first byte, clients would not notice the connection for a while.
		reader.beat();
		return reader;
	}

	/** Ends every stream: a service cannot close while they are open. */
	close(): void {
		for (const reader of this.#readers.keys()) reader.end();
		this.#stop();
	}

	#start(): void {
		this.#seenId = this.#events.lastId();
		this.#timer = setInterval(() => {
			try {
				this.#poll();
			} catch {
				// A damaged file. The streams end, and the next request says why.
				this.close();
			}
		}, POLL_MS);
		this.#endWatch = this.#watch.watch((drop) => this.#tellOfDrop(drop));
	}

	#forget(reader: LiveReader): void {
		this.#readers.delete(reader);
		if (this.#readers.size === 0) this.#stop();
	}

	#stop(): void {
		clearInterval(this.#timer);
		this.#endWatch?.();
	}

	#tellOfDrop(drop: LiveDrop): void {
		const text = JSON.stringify(drop);
		for (const reader of this.#readers.keys()) reader.offerAs("dropped", text);
	}

	#beat(): void {
		for (const [reader, mayRead] of this.#readers) {
			if (mayRead()) reader.beat();
			else reader.destroy();
		}
	}

	#poll(): void {
		this.#polls += 1;
		if (this.#polls % POLLS_PER_BEAT === 0) this.#beat();
		const lastId = this.#events.lastId();
		const firstId = Math.max(this.#seenId, lastId - MAX_EVENTS_PER_POLL);
		const skipped = Math.max(0, firstId - this.#seenId);
		// It is lower than before when the newest events have been erased.
		this.#seenId = lastId;
		if (firstId >= lastId) return;
		const events = this.#events.newerThan(firstId, MAX_EVENTS_PER_POLL).map(renderEvent);
		const texts = events.map((event) => JSON.stringify(event));
		for (const reader of this.#readers.keys()) reader.offer(texts, skipped);
	}
}

/** Events as they come in. */
export function liveRoute(live: LiveEvents, { callers, projectId }: ApiContext): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/live", {
		summary: "Events as they are stored, as server-sent events",
		answer: {
			description:
				"A message for each event; `skipped` says how many a slow reader missed, `dropped` what was not stored and why",
			mediaType: "text/event-stream",
			schema: eventSchema,
		},
		// The reader is destroyed when the connection closes.
		handle: async ({ request, reply }) => {
			const mayRead = (): boolean => {
				const caller = callers.find(request);
				return caller !== undefined && mayUse(caller, projectId);
			};
			return reply.type("text/event-stream").send(live.open(mayRead));
		},
	});
}
