import * as z from "zod";
import { readWithSchema } from "../../http/read-with-schema.ts";
import type { RequestFacts } from "../../ingest/draft.ts";
import type { DropReason } from "../../ingest/drop-reasons.ts";
import { type RunOptions, runSteps, type StepsResult } from "../../ingest/run-steps.ts";
import type { NewEvent } from "../../store/events/new-event.ts";
import { HOUR_MS } from "../../store/visits/roll-up.ts";
import { checkJsonShape } from "../../wire/json-shape.ts";

const TEXT_RULE = "must be a text";
const TIME_RULE = "must be a time in ISO 8601, such as 2026-01-31T12:00:00Z";
const properties = z.record(z.string(), z.unknown(), "must be an object");

/** What an export gives, as far as an import needs it; anything more is let pass. */
export const importedEventSchema = z.object(
	{
		uuid: z.guid("must be a UUID"),
		event: z.string(TEXT_RULE),
		distinct_id: z.string(TEXT_RULE),
		timestamp: z.iso.datetime({ offset: true, error: TIME_RULE }),
		received_at: z.iso.datetime({ offset: true, error: TIME_RULE }).optional(),
		properties: properties.optional(),
		set: properties.nullish(),
		set_once: properties.nullish(),
		bot: z.string(TEXT_RULE).max(200, "must have 200 characters at most").nullish(),
	},
	"must be an object",
);

export type ImportReading =
	| {
			readonly kind: "event";
			readonly event: NewEvent;
			readonly warnings: StepsResult["warnings"];
	  }
	| {
			readonly kind: "refused";
			readonly reason: RefusalReason;
			readonly problems: readonly string[];
	  };

/** Why a line was not stored: not our form, older than what is kept, or a step of ingest dropped it. */
export type RefusalReason =
	| "too-long"
	| "not-json"
	| "malformed"
	| "older-than-kept"
	| "from-the-future"
	| DropReason;

export interface ImportFacts {
	readonly projectKey: string;
	/** Stands in where a line does not say when it was received. Milliseconds since the Unix epoch. */
	readonly now: number;
	/** Since when events are kept one by one; whether an older one has been counted is unknown. */
	readonly keptSince: number;
}

/** Reads one line of an import and takes it through the steps that every event passes. */
export function readImportedEvent(
	line: string,
	facts: ImportFacts,
	options: RunOptions,
): ImportReading {
	const parsed = parseJson(line);
	if (parsed.kind === "problem") return refused("not-json", [parsed.problem]);
	const reading = readWithSchema(importedEventSchema, parsed.value);
	if (reading.kind === "problems") return refused("malformed", reading.problems);
	const { set, set_once, received_at, bot, ...event } = reading.value;
	const raw = { ...event, $set: set ?? {}, $set_once: set_once ?? {} };
	const { events, drops, warnings } = runSteps(
		[raw],
		{ ...requestFacts(facts, received_at, line.length), agent: agentOf(bot) },
		options,
	);
	const [drop] = drops;
	if (drop !== undefined) return refused(drop, [`It is dropped as every "${drop}" is`]);
	// One event went in and none was dropped.
	const imported = events[0] as NewEvent;
	if (imported.timestamp < facts.keptSince) {
		return refused("older-than-kept", [olderProblem(imported.timestamp, facts.keptSince)]);
	}
	if (imported.timestamp > facts.now + HOUR_MS) {
		const value = new Date(imported.timestamp).toISOString();
		return refused("from-the-future", [`timestamp must not be ahead: current value is "${value}"`]);
	}
	return { kind: "event", event: imported, warnings };
}

function olderProblem(timestamp: number, keptSince: number): string {
	const [since, value] = [keptSince, timestamp].map((time) => new Date(time).toISOString());
	return `timestamp must not be before ${since}, since when events are kept: current value is "${value}"`;
}

type ParsedLine =
	| { readonly kind: "value"; readonly value: unknown }
	| { readonly kind: "problem"; readonly problem: string };

function parseJson(line: string): ParsedLine {
	const problem = checkJsonShape(line);
	if (problem !== undefined) return { kind: "problem", problem: `It has ${problem}` };
	try {
		return { kind: "value", value: JSON.parse(line) };
	} catch {
		// Where in the line it stops being JSON is of no use in a file of a million lines.
		return { kind: "problem", problem: "It must be JSON" };
	}
}

/** Nothing is known of the sender any more, and times were put on our clock long ago. */
function requestFacts(
	{ projectKey, now }: ImportFacts,
	receivedAt: string | undefined,
	bodyLength: number,
): RequestFacts {
	return {
		token: projectKey,
		sentAt: undefined,
		plausible: undefined,
		receivedAt: receivedAt === undefined ? now : Date.parse(receivedAt),
		address: undefined,
		userAgent: undefined,
		isIgnored: false,
		isOptedOut: false,
		agent: undefined,
		bodyLength,
	};
}

/** Whose agent it was is all that an export tells of one. */
function agentOf(bot: string | null | undefined): RequestFacts["agent"] {
	if (bot === null || bot === undefined) return undefined;
	return { browser: undefined, os: undefined, device: undefined, bot, isBrowser: false };
}

function refused(reason: RefusalReason, problems: readonly string[]): ImportReading {
	return { kind: "refused", reason, problems };
}
