import type { FastifyReply, FastifyRequest } from "fastify";
import { StoreUnavailableError } from "../errors.ts";
import { bearerKey } from "../http/bearer-key.ts";
import { queryValue } from "../http/query-value.ts";
import { sendText } from "../http/send-text.ts";
import { type EnvelopeReading, readEnvelope } from "../protocol/read-envelope.ts";
import { UNREADABLE_REASONS } from "../protocol/read-event.ts";
import { readV1Batch } from "../protocol/read-v1-batch.ts";
import { WARNINGS } from "./draft.ts";
import { DROP_REASONS, type DropReason } from "./drop-reasons.ts";
import { idOf, type StepsResult } from "./run-steps.ts";

/** Request and response format of one kind of clients. */
export interface CaptureProtocol {
	readonly read: (body: unknown, request: FastifyRequest) => EnvelopeReading;
	readonly refuse: (reply: FastifyReply, refusal: Refusal) => FastifyReply;
	readonly answer: (answered: AnsweredCapture) => FastifyReply;
}

interface Refusal {
	readonly status: 400 | 401 | 413;
	readonly message: string;
}

/** Result of the events of a request. */
export interface TakenEvents extends Pick<StepsResult, "drops" | "warnings"> {
	/** Events that could not be written; `error` has the reason. */
	readonly left: readonly unknown[];
	readonly error: Error | undefined;
}

interface AnsweredCapture extends TakenEvents {
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	/** All events of the request. */
	readonly events: readonly unknown[];
}

/** Protocol of all but the newest clients: one result for the whole request. */
export const PROTOCOL_V0: CaptureProtocol = {
	read: (body, request) =>
		readEnvelope(body, {
			sentAtQuery: queryValue(request, "_"),
			isEngage: request.routeOptions.url === "/engage",
		}),
	refuse,
	answer: ({ request, reply, events, drops, error }) => {
		if (error !== undefined) throw error;
		const refusal = drops.length === events.length ? refusalOf(drops) : undefined;
		if (refusal !== undefined) return refuse(reply, { status: 400, message: refusal });
		// No client reads the response to a beacon.
		if (queryValue(request, "beacon") === "1") return reply.code(204).send();
		if (drops.every(({ cause }) => cause !== "recording")) return reply.send({ status: "Ok" });
		// Hazard: with "events" in this list, the client stops sending events.
		return reply.send({ status: "Ok", quota_limited: ["recordings"] });
	},
};

/** One result for each event, by its id. @see dist/capture-v1/sender.mjs of posthog-node 5.70.0 */
export const PROTOCOL_V1: CaptureProtocol = {
	read: (body, request) =>
		readV1Batch(body, {
			token: bearerKey(request),
			sdkInfo: headerOf(request, "posthog-sdk-info"),
			requestTimestamp: headerOf(request, "posthog-request-timestamp"),
		}),
	refuse: (reply, { status, message }) =>
		reply.code(status).send({ error: V1_ERRORS[status], error_description: message }),
	answer: ({ reply, events, drops, warnings, left, error }) => {
		const isPassing = error instanceof StoreUnavailableError && left.length < events.length;
		if (error !== undefined && !isPassing) throw error;
		const results = Object.fromEntries<object>(events.map((event) => [idOf(event), STORED]));
		for (const { uuid, cause } of warnings) {
			results[uuid] = { result: "warning", details: WARNINGS[cause] };
		}
		for (const { uuid, cause } of drops) {
			results[uuid] = { result: "drop", details: DROP_REASONS[cause] };
		}
		for (const event of left) results[idOf(event)] = { result: "retry" };
		return reply.send({ results });
	},
};

const STORED = { result: "ok" };
const V1_ERRORS = { 400: "invalid_request", 401: "unauthorized", 413: "payload_too_large" };

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
	const value = headers[name];
	return typeof value === "string" ? value : undefined;
}

/** @returns The sentence for a request without a valid event. */
function refusalOf(drops: StepsResult["drops"]): string | undefined {
	const sentences: Partial<Record<DropReason, string>> = {
		...UNREADABLE_REASONS,
	};
	return drops.map(({ cause }) => sentences[cause]).find((sentence) => sentence !== undefined);
}

function refuse(reply: FastifyReply, { status, message }: Refusal): FastifyReply {
	return sendText(reply, status, message);
}
