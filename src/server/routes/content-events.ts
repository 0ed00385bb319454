import type { ServerResponse } from "node:http";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { CONTENT_EVENTS_PATH } from "../../shared/page/public-config.ts";
import type { KeptBuilds } from "../assets/kept-builds.ts";
import type { SharedRevision } from "../content/revision.ts";
import { frameIdOf } from "../content/site-config.ts";
import type { Authoring } from "./problems.ts";

/** Few, since only authors follow the content. */
const MAX_CONNECTIONS = 40;

/** Enough for the tabs of one author. */
const MAX_PER_ADDRESS = 4;

/** Closes the connections of forgotten tabs; browsers reconnect automatically. */
const MAX_DURATION_MS = 10 * 60 * 1000;

/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000;

const RETRY_AFTER_SECONDS = 30;

interface ContentEventsOptions {
	readonly revision: () => SharedRevision;
	/** Calls back after each new revision. @returns A function that stops the calls. */
	readonly onRevision: (callback: () => void) => () => void;
	readonly builds: Pick<KeptBuilds, "live">;
	readonly authoring: Pick<Authoring, "codeErrors"> | undefined;
}

/** Sends server-sent events to tabs that follow the content, one for each new revision. */
export const contentEvents = fp<ContentEventsOptions>(
	async (site, { revision, onRevision, builds, authoring }) => {
		/** Open responses, with the addresses of their clients. */
		const streams = new Map<ServerResponse, string>();
		const sendRevision = (stream: ServerResponse): void => {
			const { id, config } = revision();
			stream.write(`event: revision\ndata: ${id} ${frameIdOf(config)} ${builds.live.id}\n\n`);
		};
		const sendToAll = (): void => {
			for (const stream of streams.keys()) sendRevision(stream);
		};
		const stopListening = onRevision(sendToAll);
		// The revision is the same; a tab asks for its problems after each event.
		const stopErrors = authoring?.codeErrors.onError(sendToAll);
		const heartbeat = setInterval(() => {
			for (const stream of streams.keys()) stream.write(":\n\n");
		}, HEARTBEAT_MS).unref();

		// Before connections drain: these streams would never end.
		site.addHook("preClose", async () => {
			stopListening();
			stopErrors?.();
			clearInterval(heartbeat);
			for (const stream of streams.keys()) stream.end();
		});

		site.get(CONTENT_EVENTS_PATH, { exposeHeadRoute: false }, async (request, reply) => {
			const ofAddress = [...streams.values()].filter((address) => address === request.ip);
			if (streams.size >= MAX_CONNECTIONS || ofAddress.length >= MAX_PER_ADDRESS) {
				reply.header("retry-after", RETRY_AFTER_SECONDS);
				return sendProblem(reply, 503, "Too many tabs follow the content of this site");
			}
			reply.hijack();
			const stream = reply.raw;
			for (const [name, value] of Object.entries(reply.getHeaders())) {
				if (value !== undefined) stream.setHeader(name, value);
			}
			stream.writeHead(200, {
				"content-type": "text/event-stream",
				"cache-control": "no-store",
				// Prevents nginx from buffering the events.
				"x-accel-buffering": "no",
			});
			streams.set(stream, request.ip);
			const end = setTimeout(() => stream.end(), MAX_DURATION_MS).unref();
			stream.on("close", () => {
				clearTimeout(end);
				streams.delete(stream);
			});
			sendRevision(stream);
			return reply;
		});
	},
);
