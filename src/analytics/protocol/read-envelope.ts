import { isRecord, type JsonRecord } from "../../shared/is-record.ts";
import { parseTimestamp } from "./parse-timestamp.ts";

/** Events of one request, with their common key and time. */
export interface Envelope {
	/** One key for the whole request. */
	readonly token: string;
	/** Time by the client's clock. Milliseconds since the Unix epoch. */
	readonly sentAt: number | undefined;
	/** Whether the client imports old events. */
	readonly isHistoricalMigration: boolean;
	readonly events: readonly unknown[];
}

export interface EnvelopeHints {
	/** `_` of the query: time of sending in milliseconds, used if the body has none. */
	readonly sentAtQuery: string | undefined;
	/** `/engage` sends changes to a person without naming an event. */
	readonly isEngage: boolean;
}

export type EnvelopeReading =
	| { readonly kind: "envelope"; readonly envelope: Envelope }
	| { readonly kind: "refused"; readonly status: 400 | 401; readonly message: string };

/** Reads an array of events, one event, or a batch with its key and time. */
export function readEnvelope(value: unknown, hints: EnvelopeHints): EnvelopeReading {
	const events = readEvents(value, hints);
	if (events === undefined) {
		return refuse(400, "failed to parse request: expected an object or an array");
	}
	if (events.length === 0) return refuse(400, "request holds no event");
	const body = isRecord(value) ? value : {};
	const token = readToken(body, events);
	if (typeof token !== "string") return token;
	const sentAt = readSentAt(body["sent_at"], hints.sentAtQuery);
	const isHistoricalMigration = body["historical_migration"] === true;
	return { kind: "envelope", envelope: { token, sentAt, isHistoricalMigration, events } };
}

function readEvents(value: unknown, { isEngage }: EnvelopeHints): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isRecord(value)) return undefined;
	if (Array.isArray(value["batch"])) return value["batch"];
	return [isEngage && value["event"] === undefined ? { ...value, event: "$identify" } : value];
}

function readToken(body: JsonRecord, events: readonly unknown[]): string | Refusal {
	// A key beside the events applies to all of them.
	const common = keyOf(body, ["api_key", "token"]);
	const found = common === undefined ? events.map(eventToken) : [common];
	const keys = new Set(found.filter((key) => key !== undefined));
	if (keys.size > 1) return refuse(401, "batch submitted with inconsistent api_key values");
	const [key] = keys;
	if (key === undefined) return refuse(401, "event submitted without an api_key");
	const problem = tokenProblem(key);
	return problem === undefined ? key : refuse(401, `API key is not valid: ${problem}`);
}

function eventToken(event: unknown): string | undefined {
	if (!isRecord(event)) return undefined;
	const own = keyOf(event, ["token", "$token", "api_key"]);
	if (own !== undefined || !isRecord(event["properties"])) return own;
	return keyOf(event["properties"], ["token"]);
}

function keyOf(record: JsonRecord, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === "string" && value.trim() !== "") return value.trim();
	}
	return undefined;
}

const MAX_TOKEN_LENGTH = 64;

function tokenProblem(token: string): string | undefined {
	if (token.length > MAX_TOKEN_LENGTH) return "too long";
	// A personal key is refused, so that the secret is not stored with events.
	if (token.startsWith("phx_")) return "personal API key";
	return /^[ -~]+$/.test(token) ? undefined : "not ASCII";
}

/** Some clients send a counter as `_`. Real times of sending are since 2020. */
const EARLIEST_SENDING_MS = Date.UTC(2020, 0);

function readSentAt(sentAt: unknown, query: string | undefined): number | undefined {
	const fromBody = parseTimestamp(sentAt);
	if (fromBody !== undefined) return fromBody;
	const fromQuery = Number(query);
	return fromQuery > EARLIEST_SENDING_MS ? fromQuery : undefined;
}

type Refusal = Extract<EnvelopeReading, { kind: "refused" }>;

function refuse(status: 400 | 401, message: string): Refusal {
	return { kind: "refused", status, message };
}
