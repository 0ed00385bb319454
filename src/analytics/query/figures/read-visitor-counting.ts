import type { VisitorCounting } from "../../api-types/stats.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../store/totals/roll-up.ts";
import type { Reader } from "../threads/reader.ts";

export interface CountingQuestion {
	/** Setting of the service. */
	readonly countVisitorsBy: VisitorCounting["by"];
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Number of newest events that are read; this takes about 10 ms. */
const MAX_EVENTS = 2_000;
const DAYS = 3;
/** Threshold for clients at the same time: one person has one or two open tabs. */
const CLIENTS_AT_ONCE = 5;
/** Among this many ids, some normally return on another day. */
const ENOUGH_IDS = 50;
const RETURNING_SHARE = 0.01;
const KEPT_MS = 60_000;

type Counting = Omit<VisitorCounting, "unit">;

const known = new WeakMap<Reader, { readonly at: number; readonly counting: Counting }>();

/** How visitors are distinguished, with a warning if that is probably wrong for this site. */
export function readVisitorCounting(reader: Reader, question: CountingQuestion): Counting {
	const { now } = question;
	const last = known.get(reader);
	if (last !== undefined && Math.abs(now - last.at) < KEPT_MS) return last.counting;
	const counting = countingOf(reader, question);
	known.set(reader, { at: now, counting });
	return counting;
}

function countingOf(reader: Reader, { countVisitorsBy, now }: CountingQuestion): Counting {
	const range = { from: now - DAYS * DAY_MS, to: now + HOUR_MS };
	const events = reader.events
		.page({ ...range, order: "newest-first", limit: MAX_EVENTS })
		.filter(({ visit }) => visit !== undefined);
	const kept = events.filter(({ properties }) => properties["$client_identity"] === "browser");
	const by = kept.length * 2 > events.length ? "client" : countVisitorsBy;
	if (by === "client") return { by, warning: neverReturn(events) ? "ids-never-return" : null };
	return { by, warning: isShared(events) ? "many-clients-in-one" : null };
}

/** Whether one visitor has many clients at the same time: several people share an address. */
function isShared(events: readonly StoredEvent[]): boolean {
	const byVisitor = Map.groupBy(events, ({ visitor }) => visitor);
	return [...byVisitor].some(
		([visitor, own]) => visitor !== undefined && mostAtOnce(own) >= CLIENTS_AT_ONCE,
	);
}

function mostAtOnce(events: readonly StoredEvent[]): number {
	const spans = [...Map.groupBy(events, clientOf).values()].map((own) => {
		const times = own.map(({ timestamp }) => timestamp);
		return { from: Math.min(...times), to: Math.max(...times) };
	});
	const together = ({ from }: { readonly from: number }): number =>
		spans.filter((other) => other.from <= from && other.to >= from).length;
	return Math.max(0, ...spans.map(together));
}

function clientOf({ properties, distinctId }: StoredEvent): string {
	const session = properties["$session_id"];
	return typeof session === "string" ? session : distinctId;
}

/** Whether almost no id occurs on two days: the clients do not store their ids. */
function neverReturn(events: readonly StoredEvent[]): boolean {
	const days = new Set(events.map(({ timestamp }) => dayOf(timestamp)));
	const ids = [...Map.groupBy(events, ({ distinctId }) => distinctId).values()];
	if (days.size < 2 || ids.length < ENOUGH_IDS) return false;
	const returning = ids.filter(
		(own) => new Set(own.map(({ timestamp }) => dayOf(timestamp))).size > 1,
	);
	return returning.length <= ids.length * RETURNING_SHARE;
}
