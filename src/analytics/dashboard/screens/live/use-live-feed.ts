import { useEffect, useReducer, useState } from "react";
import type { DashboardEvent, EventsAnswer, LiveDrop } from "../../../wire/dashboard/events.ts";
import { request } from "../../api/request.ts";
import { EMPTY_FEED, type LiveAction, type LiveFeed, reduceFeed } from "./live-feed.ts";

export interface OpenFeed {
	readonly feed: LiveFeed;
	readonly act: (action: LiveAction) => void;
	readonly connection: "connecting" | "open" | "lost";
}

const LOADED_EVENTS = 50;

/** The live stream for as long as the screen is shown. The browser connects again by itself. */
export function useLiveFeed(): OpenFeed {
	const [feed, act] = useReducer(reduceFeed, EMPTY_FEED);
	const [connection, setConnection] = useState<OpenFeed["connection"]>("connecting");
	useEffect(() => {
		const stream = new EventSource("/api/v1/live");
		stream.addEventListener("open", () => {
			setConnection("open");
			// Without them, what came before the stream opened would be missing.
			request<EventsAnswer>(`/api/v1/events?bots=include&limit=${LOADED_EVENTS}`).then(
				({ results }) => act({ kind: "loaded", events: results }),
				// The stream goes on without them.
				() => {},
			);
		});
		stream.addEventListener("error", () => setConnection("lost"));
		stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
			const event = JSON.parse(data) as DashboardEvent;
			act({ kind: "came", entry: { kind: "event", id: event.uuid, event } });
		});
		stream.addEventListener("dropped", ({ data }: MessageEvent<string>) => {
			const drop = JSON.parse(data) as LiveDrop;
			act({ kind: "came", entry: { kind: "drop", id: crypto.randomUUID(), drop } });
		});
		stream.addEventListener("skipped", ({ data }: MessageEvent<string>) => {
			act({ kind: "skipped", count: Number(data) });
		});
		return () => stream.close();
	}, []);
	return { feed, act, connection };
}
