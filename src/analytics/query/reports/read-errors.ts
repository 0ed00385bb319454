import { hash } from "node:crypto";
import { isoTime } from "../../api/iso-time.ts";
import type { Refused } from "../../api/refused.ts";
import type { ErrorIssue, ErrorsAnswer } from "../../api-types/problems.ts";
import { firstException, textOf } from "../../ingest/steps/attach-issue.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import type { Properties } from "../../store/new-event.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import { type CountingQuestion, readVisitorCounting } from "../figures/read-visitor-counting.ts";
import type { Reader } from "../threads/reader.ts";

/** Errors without their status, which depends on the store's settings. */
export interface StoredErrors extends Omit<ErrorsAnswer, "results"> {
	readonly results: readonly Omit<ErrorIssue, "status">[];
}

export interface NewErrorsQuestion {
	/** Number of the last known event. A timestamp would miss events that wait to be written. */
	readonly after: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

export type NewErrors = ReturnType<typeof readNewErrors>;

/** Maximum of events that are read, the newest first. */
const MAX_READ = 20_000;

const SHOWN_VALUES = 10;
const MAX_STACK_LENGTH = 10_000;

interface Tally {
	readonly newest: StoredEvent;
	oldest: StoredEvent;
	firstId: number;
	stack: string | undefined;
	/** This and the following fields count only events of the range. */
	events: number;
	readonly visitors: Set<number | string>;
	readonly pages: Map<string, number>;
	readonly browsers: Map<string, number>;
	readonly builds: Map<string, number>;
}

/** Reads errors of browsers and servers by issue. Their first event may be older than the range. */
export function readErrors(
	reader: Reader,
	question: RowsQuestion & CountingQuestion,
): StoredErrors | Refused {
	return answerRange(reader, { ...question, interval: "month" }, ({ from, to }) => {
		const { by } = readVisitorCounting(reader, question);
		const { tallies, isPartial } = tallyIssues(reader, question.now, (event) => {
			const { timestamp, visitor, personUuid } = event;
			if (timestamp < from || timestamp >= to) return undefined;
			return by === "client" ? personUuid : (visitor ?? personUuid);
		});
		return {
			is_partial: isPartial,
			results: [...tallies]
				.filter(([, { events }]) => events > 0)
				.slice(0, question.limit)
				.map(renderIssue),
		};
	});
}

/** @returns Issues without an event up to `after`, and the last event's number for the next question. */
export function readNewErrors(reader: Reader, { after, now }: NewErrorsQuestion) {
	const last = reader.events.lastId();
	// Called every minute, usually without any new event.
	if (last === after) return { issues: [], last };
	const { tallies } = tallyIssues(reader, now, () => undefined);
	const issues = [...tallies].flatMap(([issue, { firstId }]) =>
		firstId > after && firstId <= last ? [issue] : [],
	);
	return { issues, last };
}

/** Finds the visitor of a counted event: people by person, others by their visits. */
type FindVisitor = (event: StoredEvent) => number | string | undefined;

function tallyIssues(reader: Reader, now: number, visitorOf: FindVisitor) {
	const events = reader.events.page({
		...{ from: 0, to: now + 1, order: "newest-first", limit: MAX_READ, event: "$exception" },
	});
	const tallies = new Map<string, Tally>();
	for (const event of events) {
		const issue = textOf(event.properties["$exception_issue"]);
		if (event.bot !== undefined || issue === undefined) continue;
		const tally = tallies.getOrInsertComputed(issue, () => newTally(event));
		tally.oldest = event;
		tally.firstId = Math.min(tally.firstId, event.id);
		tally.stack ??= stackOf(event.properties);
		const visitor = visitorOf(event);
		if (visitor !== undefined) count(tally, event, visitor);
	}
	return { tallies, isPartial: events.length === MAX_READ };
}

function newTally(newest: StoredEvent): Tally {
	return {
		...{ newest, oldest: newest, firstId: newest.id, stack: undefined, events: 0 },
		...{ visitors: new Set(), pages: new Map(), browsers: new Map(), builds: new Map() },
	};
}

function count(tally: Tally, { properties }: StoredEvent, visitor: number | string): void {
	tally.events += 1;
	tally.visitors.add(visitor);
	increment(tally.pages, textOf(properties["$pathname"]));
	increment(tally.browsers, textOf(properties["$browser"]));
	increment(tally.builds, textOf(properties["$app_version"]));
}

function increment(counts: Map<string, number>, name: string | undefined): void {
	if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function renderIssue([issue, tally]: readonly [string, Tally]): StoredErrors["results"][number] {
	const { newest, oldest, stack = null, events, visitors, pages, browsers, builds } = tally;
	const { type, value } = firstException(newest.properties);
	const [name = issue, ...rest] = issue.split(": ");
	return {
		key: hash("sha256", issue, "base64url").slice(0, 16),
		issue,
		type: textOf(type) ?? name,
		message: textOf(value) ?? rest.join(": "),
		stack,
		first_seen: isoTime(oldest.timestamp),
		last_seen: isoTime(newest.timestamp),
		events,
		visitors: visitors.size,
		pages: mostFrequent(pages),
		browsers: mostFrequent(browsers),
		builds: mostFrequent(builds),
	};
}

function mostFrequent(counts: ReadonlyMap<string, number>): ErrorIssue["pages"] {
	return [...counts]
		.toSorted(([, one], [, other]) => other - one)
		.slice(0, SHOWN_VALUES)
		.map(([name, events]) => ({ name, events }));
}

/** The text of older clients, or the frames of newer clients: their innermost call is the last. */
function stackOf(properties: Properties): string | undefined {
	const raw = textOf(properties["$exception_stack_trace_raw"]);
	if (raw !== undefined) return raw.slice(0, MAX_STACK_LENGTH);
	const frames: unknown = Object(firstException(properties)["stacktrace"]).frames;
	if (!Array.isArray(frames) || frames.length === 0) return undefined;
	return frames.map(frameLine).toReversed().join("\n").slice(0, MAX_STACK_LENGTH);
}

function frameLine(frame: unknown): string {
	const { function: name, filename, lineno, colno } = Object(frame);
	const place = [filename, lineno, colno].filter((part) => part !== undefined).join(":");
	return `${textOf(name) ?? "?"} (${place})`;
}
