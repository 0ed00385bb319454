import type { DatabaseSync } from "node:sqlite";
import { isoTime } from "../../api/iso-time.ts";
import { isRefused } from "../../api/refused.ts";
import type { StatsAnswer } from "../../api-types/stats.ts";
import { DAY_MS, DIMENSIONS, dayOf, isoDay, PERIODS } from "../../store/totals/roll-up.ts";
import type { Reader } from "../threads/reader.ts";
import { type LocalRange, type RangeQuestion, resolveLocalRange } from "./local-range.ts";

/** Resolves the range of a question. Reads the first counted day from the store. */
export function readRange(
	database: DatabaseSync,
	question: RangeQuestion & { readonly now: number },
) {
	return resolveLocalRange(question, firstCountedAt(database));
}

/** Answers a question for its range, and adds the range to the answer. */
export function answerRange<Answer extends object>(
	{ database }: Pick<Reader, "database">,
	question: RangeQuestion & { readonly now: number },
	answer: (range: LocalRange) => Answer,
) {
	const asked = readRange(database, question);
	return isRefused(asked) ? asked : { ...renderRange(asked.range), ...answer(asked.range) };
}

/** The range as fields of an answer. */
export function renderRange({ from, to, timezone }: Pick<LocalRange, "from" | "to" | "timezone">) {
	return { from: isoTime(from), to: isoTime(to), timezone };
}

/** @returns Days of the range with totals, before the first day whose events are all stored. */
export function readTotalsOnly(
	database: DatabaseSync,
	{ from, to }: { readonly from: number; readonly to: number },
): StatsAnswer["totals_only"] {
	const first = Math.max(from, firstCountedAt(database) ?? to);
	const row = database
		.prepare(`
			SELECT (SELECT min(timestamp) FROM events) AS first,
				(SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'events-deleted-before') AS deleted
		`)
		.get();
	const firstEvent = Math.floor(Number(row?.["first"] ?? to) / DAY_MS);
	const firstWhole = Math.max(firstEvent, Math.ceil(Number(row?.["deleted"] ?? 0) / DAY_MS));
	const end = Math.min(to, firstWhole * DAY_MS);
	if (first >= end) return null;
	return { from: isoDay(dayOf(first)), to: isoDay(dayOf(end - 1)) };
}

/** Each counted day has at least one of these dimensions; imported totals may have only one. */
const COUNTED = ["all", "event", "bot", "page", "referrer", "browser", "os", "device"] as const;

/** Start of the first day (UTC) with events or totals: bots may come before the first visit. */
export function firstCountedAt(database: DatabaseSync): number | undefined {
	const firstOf = database.prepare(
		`SELECT min(bucket) AS bucket FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ?`,
	);
	const days = COUNTED.map((name) => firstOf.get(DIMENSIONS[name])?.["bucket"]).filter(
		(bucket) => typeof bucket === "number",
	);
	const stamped = database.prepare("SELECT min(day) AS day FROM day_stamps").get()?.["day"];
	if (typeof stamped === "number") days.push(stamped);
	return days.length === 0 ? undefined : Math.min(...days) * DAY_MS;
}
