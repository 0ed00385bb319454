import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { createSteps } from "../../ingest/steps.ts";
import type { NewEvent } from "../../store/events/new-event.ts";
import { importAnswer } from "../../wire/dashboard/settings.ts";
import type { ApiContext } from "../api/api-context.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import { ImportTally } from "./import-tally.ts";
import { linesOf } from "./lines-of.ts";
import {
	type ImportReading,
	importedEventSchema,
	readImportedEvent,
} from "./read-imported-event.ts";

/** Some tens of milliseconds of writing; visitors wait no longer. */
const EVENTS_PER_WRITE = 200;
/** An event may have a megabyte; its line may repeat some of it. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/**
 * Takes back what an export gave. A line that is wrong is counted and does not stop the
 * others; an import that broke off is simply sent again, since nothing is stored twice.
 */
export function importRoute(options: ApiContext): ApiRoute {
	return defineRoute({
		method: "POST",
		path: "/api/v1/import/events.jsonl",
		summary: "Store events that were exported, one JSON object a line",
		streamsBody: true,
		body: {
			description: "Lines as the export writes them",
			mediaType: "application/jsonl",
			schema: importedEventSchema,
		},
		answer: { description: "What became of the lines", schema: importAnswer },
		refusals: {
			415: "The body has a content coding",
			503: "The disk is full; what came before is stored",
		},
		handle: async ({ request }) => {
			if (request.headers["content-encoding"] !== undefined) {
				return refused(415, PLAIN_NEEDED);
			}
			try {
				return await importLines(bodyOf(request), options);
			} catch (error) {
				if (!isBrokenOff(error)) throw error;
				return refused(400, BROKEN_OFF);
			}
		},
	});
}

const PLAIN_NEEDED = "The body must be sent as it is, without a content coding";
const BROKEN_OFF = "The body ended before it was complete";

/** Node's word for a sender who is gone. */
function isBrokenOff(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/**
 * The parser of this API hands on the stream; a request without a body has none. It is not
 * destroyed with the loop over it: then a refusal could not be sent any more.
 */
function bodyOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
	return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : Readable.from([]);
}

const TOO_LONG: ImportReading = {
	kind: "refused",
	reason: "too-long",
	problems: [`It must be at most ${MAX_LINE_BYTES} bytes`],
};

async function importLines(body: AsyncIterable<Uint8Array>, options: ApiContext) {
	const { store, limits, now, randomBytes, projectKey } = options;
	// Once for all lines: retention goes on beside a long import, and would refuse its middle.
	const keptSince = store.keptSince(limits.limits(), now());
	const tally = new ImportTally();
	const steps = createSteps({ ...options, salts: store.salts, gate: store.gate });
	let batch: NewEvent[] = [];
	const write = (): void => {
		tally.written(store.writeBatch(batch, now()));
		batch = [];
	};
	for await (const line of linesOf(body, MAX_LINE_BYTES)) {
		const facts = { projectKey, now: now(), keptSince };
		const reading =
			line.kind === "too-long"
				? TOO_LONG
				: readImportedEvent(line.text, facts, { steps, randomBytes });
		if (reading.kind === "event") {
			batch.push(reading.event);
			tally.warned(reading.warnings);
		} else {
			tally.refused(line.number, reading.reason, reading.problems);
		}
		if (batch.length >= EVENTS_PER_WRITE) {
			write();
			await setImmediate();
		}
	}
	if (batch.length > 0) write();
	return tally.answer();
}
