import { hash } from "node:crypto";
import type { z } from "zod";
import { formatUuid } from "../../../platform/format-uuid.ts";
import { isoTime } from "../../api/iso-time.ts";
import { checkJsonShape } from "../../http/json-shape.ts";
import { readWithSchema } from "../../http/read-with-schema.ts";
import type { RequestFacts, Warning } from "../../ingest/draft.ts";
import type { DropReason } from "../../ingest/drop-reasons.ts";
import { type RunOptions, runSteps } from "../../ingest/run-steps.ts";
import { keyOf } from "../../ingest/visitor-key.ts";
import type { NewEvent } from "../../store/new-event.ts";
import type { NamedTotal } from "../../store/totals/roll-up.ts";
import { dayOf, HOUR_MS } from "../../store/totals/roll-up.ts";

/** The result of reading a line of an import. */
export type ImportReading =
	| {
			readonly kind: "event";
			readonly event: NewEvent;
			readonly warnings: readonly Warning[];
	  }
	| {
			readonly kind: "total";
			/** Whole days since the Unix epoch, UTC. */
			readonly day: number;
			/** Name of its table. */
			readonly table: string;
			readonly totals: readonly NamedTotal[];
	  }
	| {
			readonly kind: "refused";
			readonly reason: RefusalReason;
			readonly problems: readonly string[];
	  };

/** Why a line was not stored: wrong format, must not be counted (again), or dropped by a step of ingest. */
export type RefusalReason =
	| "too-long"
	| "not-json"
	| "malformed"
	| "older-than-kept"
	| "from-the-future"
	| "out-of-order"
	| "no-page-view"
	| DropReason;

export interface ImportContext extends RunOptions {
	readonly projectKey: string;
	/** Used if a line has no time of receipt. Milliseconds since the Unix epoch. */
	readonly now: number;
	/** Start of the stored single events. Whether an older event has been counted is unknown. */
	readonly keptSince: number;
}

/** An event of another store or service, in the format of captured events. */
export interface ForeignEvent {
	readonly raw: object;
	readonly receivedAt: number | undefined;
	readonly agent: RequestFacts["agent"];
	readonly bodyLength: number;
	/** Facts of the source that replace the results of the steps. */
	readonly known: (event: NewEvent) => Partial<NewEvent> | undefined;
}

/** Runs an event through the steps of ingest, and checks its time. */
export function importEvent(
	{ raw, receivedAt, agent, bodyLength, known }: ForeignEvent,
	context: ImportContext,
): ImportReading {
	const { projectKey, now, keptSince } = context;
	// The sender is unknown, and the times are already from a server's clock.
	const facts: RequestFacts = {
		...{ token: projectKey, receivedAt: receivedAt ?? now, agent, bodyLength },
		...{ sentAt: undefined, plausible: undefined, address: undefined, userAgent: undefined },
		...{ isIgnored: false, isOptedOut: false },
	};
	const { events, drops, warnings } = runSteps([raw], facts, context);
	const [drop] = drops;
	if (drop !== undefined)
		return refusedLine(drop.cause, `Its event is dropped with the reason "${drop.cause}"`);
	// There was one event, and it was not dropped.
	const passed = events[0] as NewEvent;
	const event = { ...passed, ...known(passed) };
	const value = `current value is "${isoTime(event.timestamp)}"`;
	if (event.timestamp < keptSince) {
		const rule = `timestamp must not be before ${isoTime(keptSince)}, the start of the retention`;
		return refusedLine("older-than-kept", `${rule}: ${value}`);
	}
	if (event.timestamp > now + HOUR_MS) {
		return refusedLine("from-the-future", `timestamp must not be in the future: ${value}`);
	}
	return { kind: "event", event, warnings: warnings.map(({ cause }) => cause) };
}

export function refusedLine(reason: RefusalReason, ...problems: readonly string[]) {
	return { kind: "refused", reason, problems } as const;
}

/** Number of a visitor or session that another store or service has identified. */
export function importedVisitor(...parts: readonly (string | number)[]): number {
	return keyOf([Buffer.from(`imported\0${parts.join("\0")}`)]);
}

/** @returns A function that sets the visitor of an event's day, by an id of another service. */
export function visitorOf(service: string, id: string): ForeignEvent["known"] {
	return ({ visit, timestamp }) =>
		visit && {
			visit: {
				...visit,
				session: undefined,
				visitor: importedVisitor(service, dayOf(timestamp), id),
			},
		};
}

/** A UUID for an event without one. The same parts give the same UUID, so the event is stored once. */
export function importedUuid(...parts: readonly (string | number)[]): string {
	const bytes = hash("sha256", parts.join("\0"), "buffer").subarray(0, 16);
	return formatUuid(bytes, 8);
}

export type LineReading<Value> =
	| { readonly kind: "value"; readonly value: Value }
	| ReturnType<typeof refusedLine>;

export function parseLine(line: string): LineReading<unknown> {
	const problem = checkJsonShape(line);
	if (problem !== undefined) return refusedLine("not-json", `It has ${problem}`);
	try {
		return { kind: "value", value: JSON.parse(line) };
	} catch {
		// The error's position in the line does not help in a file of a million lines.
		return refusedLine("not-json", "It must be JSON");
	}
}

export function checkLine<Value>(schema: z.ZodType<Value>, value: unknown): LineReading<Value> {
	const reading = readWithSchema(schema, value);
	return reading.kind === "value" ? reading : refusedLine("malformed", ...reading.problems);
}
