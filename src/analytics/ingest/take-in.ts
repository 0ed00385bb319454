import { setImmediate } from "node:timers/promises";
import type { NewEvent } from "../store/events/new-event.ts";
import type { RawEvents } from "../store/raw-batch.ts";
import { packStaged } from "../store/staged-format.ts";
import type { WireRequest } from "../wire/decode-body.ts";
import type { Backlog } from "./backlog.ts";
import type { CaptureMetrics } from "./capture-metrics.ts";
import type { DropReason, RequestFacts } from "./draft.ts";
import { type PipelineOptions, type PipelineResult, runPipeline } from "./pipeline.ts";
import { rawBatchOf, readRawEvents } from "./raw-events.ts";
import { mayComeInParts, readEnvelopes } from "./read-envelopes.ts";
import type { EventsPart, PartReading, ReadOptions } from "./read-parts.ts";
import type { WriteBuffer } from "./write-buffer.ts";

/** What is known of a request before its body is read. */
export type Sender = Omit<RequestFacts, "token" | "sentAt" | "bodyLength">;

/** One request, as the wire has it. */
export interface CaptureReading {
	readonly wire: WireRequest;
	readonly sender: Sender;
	readonly options: ReadOptions;
}

/** What became of a request's events. Those that were kept are on disk. */
export type Intake =
	| Extract<PartReading, { kind: "refused" }>
	| { readonly kind: "taken"; readonly kept: number; readonly drops: readonly DropReason[] };

/** Events as they came, and what became of them. */
export interface ObservedCapture {
	readonly rawEvents: readonly unknown[];
	readonly facts: RequestFacts;
	readonly result: PipelineResult;
}

/** What events pass through, at once or in their turn. */
export interface PassageOptions {
	readonly pipeline: PipelineOptions;
	readonly counts: CaptureMetrics;
	/** Told of all events, for those who watch what comes in. */
	readonly observe: (capture: ObservedCapture) => void;
}

export interface IntakeOptions extends PassageOptions {
	readonly buffer: WriteBuffer;
	readonly backlog: Backlog;
}

/**
 * Takes the events of a request through the steps and onto the disk. What comes in parts is
 * staged, the rest is written.
 *
 * With the first event that is kept the answer is certain. What a large body has behind it is
 * staged as it came, and passes the steps when its sender has the answer.
 */
export async function takeIn(
	{ wire, sender, options }: CaptureReading,
	intake: IntakeOptions,
): Promise<Intake> {
	const { counts, backlog, buffer } = intake;
	using memory = new DisposableStack();
	let staging = mayComeInParts(wire) ? backlog.begin() : undefined;
	let factsOfKept: RequestFacts | undefined;
	const drops: DropReason[] = [];
	let kept = 0;
	try {
		for await (const part of readEnvelopes(wire, { ...options, memory })) {
			if (part.kind === "raw" && factsOfKept !== undefined) {
				staging?.add(rawBatchOf(part, factsOfKept));
				continue;
			}
			const reading = part.kind === "raw" ? part.read() : part;
			if (reading.kind === "refused") return reading;
			const facts = factsOf(reading, sender);
			const result = takeThrough(reading.envelope.events, facts, intake);
			const oversized = oversizedDrops(reading);
			counts.dropped(oversized);
			drops.push(...result.drops, ...oversized);
			kept += result.events.length;
			if (reading.isWhole) {
				counts.written(await buffer.add(result.events));
				continue;
			}
			staging ??= backlog.begin();
			if (result.events.length > 0) {
				factsOfKept = facts;
				staging.add(packStaged(result.events));
			}
			await setImmediate();
		}
		staging?.commit();
	} finally {
		staging?.end();
	}
	return { kind: "taken", kept, drops };
}

/** Takes what was staged as it came through the steps, when its turn has come. */
export function takeRaw(raw: RawEvents, passage: PassageOptions): readonly NewEvent[] {
	const { facts, rawEvents } = readRawEvents(raw);
	return takeThrough(rawEvents, facts, passage).events;
}

function takeThrough(
	rawEvents: readonly unknown[],
	facts: RequestFacts,
	{ counts, pipeline, observe }: PassageOptions,
): PipelineResult {
	const result = runPipeline(rawEvents, facts, pipeline);
	observe({ rawEvents, facts, result });
	counts.dropped(result.drops);
	return result;
}

function factsOf({ envelope, length }: EventsPart, sender: Sender): RequestFacts {
	const { token, sentAt } = envelope;
	return { ...sender, token, sentAt, bodyLength: length };
}

function oversizedDrops({ oversized }: EventsPart): readonly DropReason[] {
	return Array.from({ length: oversized }, () => "too-large");
}
