import type { Strings } from "../../../store/texts/strings.ts";
import {
	addTotals,
	type Dimension,
	NO_TOTALS,
	newSum,
	type Sum,
} from "../../../store/totals/roll-up.ts";
import type { Breakdown, QuestionDimension } from "../../../wire/dashboard/dimensions.ts";
import { VISIT_TRAITS, type VisitTrait } from "../../../wire/visit-traits.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { type CountedFigures, dimensionsOf } from "../counted-figures.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { DistinctPairs } from "../sqlite/distinct-pairs.ts";
import { filteredSelector, selectorTest } from "../sqlite/event-test.ts";
import { type EventValue, eventValue } from "../sqlite/event-values.ts";
import { createQuestionScan, wholeDays } from "../sqlite/question-scan.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";
import { isPastMidnight } from "../sqlite/sessions-of-day.ts";
import { type Accumulator, createAccumulator } from "../trend/accumulators.ts";
import { TrendCount } from "../trend/sqlite.ts";
import { renderStats, type StatsFigures, withVisitors } from "./render-stats.ts";

type Stats = EngineQuestion<"stats">;

/** The overview: out of totals, and out of events what totals cannot say. */
export function answerStats(reader: Reader, asked: Stats): StatsFigures {
	const { question, range, before, totals, unit } = asked;
	const count = (
		of: LocalRange,
		known: CountedFigures | undefined,
		breakdowns: readonly Breakdown[],
	): CountedFigures => {
		if (known !== undefined && unit === "visitor-days") return known;
		if (known === undefined) return countFigures(reader, asked, { range: of, breakdowns });
		const counted =
			breakdowns.length > 0
				? countFigures(reader, asked, { range: of, breakdowns })
				: countVisitors(reader, asked, of);
		return withVisitors(known, counted);
	};
	const counted = count(range, totals.range, question.breakdowns);
	return renderStats(asked, counted, before && count(before, totals.before, []));
}

/** Counts visitors as a trend does, without rows. */
function countVisitors(reader: Reader, asked: Stats, range: LocalRange): CountedFigures {
	const measure = { of: "visitors" } as const;
	const question = { ...asked.question, kind: "trend", measure, breakdowns: [] } as const;
	const { all, isPartial } = new TrendCount(
		reader,
		{ ...asked, question },
		{ range, breakdowns: [] },
	).run();
	return {
		...{ visitors: all.total ?? 0, rows: new Map(), isPartial },
		points: all.counts.map((visitors) => ({ ...NO_TOTALS, visitors: visitors ?? 0 })),
	};
}

interface FiguresToCount {
	readonly range: Pick<LocalRange, "from" | "to" | "starts">;
	readonly breakdowns: readonly Breakdown[];
}

/** Counts single events that pass filters, as the totals count all of them. */
export function countFigures(
	reader: Reader,
	{ question: { filters }, goals, unit }: StatsFilters,
	{ range, breakdowns }: FiguresToCount,
): CountedFigures {
	const selector = filteredSelector(filters);
	const scan = createQuestionScan(reader, { filters, goals, unit, selectors: [selector] });
	const test = selectorTest(selector, reader.strings);
	const count = new FiguresCount(reader.strings, { range, breakdowns, unit });
	// A visitor may have been seen before the range begins.
	const isPartial = scan.newestFirst(
		wholeDays(range),
		(event) => {
			if (test(event)) count.add(event, scan.visitorOf(event));
		},
		() => count.endDay(),
	);
	return { ...count.figures(), isPartial };
}

interface StatsFilters extends Pick<Stats, "goals" | "unit"> {
	readonly question: Pick<Stats["question"], "filters">;
}

interface Row {
	readonly number: number;
	readonly figures: Sum;
}

/** A session of the day, and what was last seen of it. */
interface BegunSession {
	/** Of its traits. */
	readonly rows: readonly Row[];
	readonly visitor: number;
	readonly point: number | undefined;
}

/** More rows than totals have values of all dimensions; with as many visitors it is still an exact number. */
const ROW_RANGE = 2 ** 20;

class FiguresCount {
	readonly #points: readonly Sum[];
	readonly #visitors: Accumulator;
	readonly #isDaily: boolean;
	readonly #pointAt;
	readonly #view: number | undefined;
	readonly #rows: ReadonlyMap<Dimension, Map<string, Row>>;
	readonly #valueOf: Readonly<Record<"page" | "status" | "entry_page" | "exit_page", EventValue>>;
	readonly #traits: readonly { readonly trait: VisitTrait; readonly read: EventValue }[];
	readonly #sessions = new Map<number, BegunSession>();
	/** Visitors of the day with the row that they are counted in, as one number. */
	readonly #seenToday = new Set<number>();
	/** People of the range, by row. */
	readonly #people = new DistinctPairs();
	readonly #countedPastMidnight = new Set<number>();
	#rowCount = 0;

	constructor(strings: Strings, { range, breakdowns, unit }: FiguresToCount & Pick<Stats, "unit">) {
		const readerOf = (dimension: QuestionDimension) => eventValue({ dimension }, strings);
		this.#isDaily = unit === "visitor-days";
		this.#visitors = createAccumulator(
			this.#isDaily ? "day" : "range",
			{ of: "visitors" },
			range.starts.length,
		);
		this.#points = range.starts.map(newSum);
		this.#pointAt = createPointFinder(range);
		this.#view = strings.find("$pageview");
		this.#rows = new Map(dimensionsOf(breakdowns).map((dimension) => [dimension, new Map()]));
		this.#valueOf = {
			page: readerOf("page"),
			status: readerOf("status"),
			entry_page: readerOf("entry_page"),
			exit_page: readerOf("exit_page"),
		};
		this.#traits = VISIT_TRAITS.filter((trait) => this.#rows.has(trait)).map((trait) => {
			return { trait, read: readerOf(trait) };
		});
	}

	add(event: ScannedEvent, visitor: number | undefined): void {
		const { sessionId, timestamp } = event;
		if (sessionId === undefined || visitor === undefined) return;
		const point = this.#pointAt(timestamp);
		const known = this.#sessions.get(sessionId);
		const session = known ?? { rows: this.#begin(event), visitor, point };
		// A visitor of a day counts at first sight, which begins a session; people count in each point.
		const isSighting =
			known === undefined ||
			(!this.#isDaily && (known.visitor !== visitor || known.point !== point));
		if (isSighting) {
			this.#sessions.set(sessionId, { ...session, visitor, point });
			this.#visitors.add({ point, unit: visitor, number: 0 });
		}
		const isView = event.name === this.#view && point !== undefined;
		for (const row of session.rows) {
			if (isSighting) this.#see(row, visitor, point);
			if (isView) row.figures.views += 1;
		}
		if (event.name !== this.#view) return;
		const page = this.#rowOf("page", this.#valueOf.page(event));
		if (page !== undefined) this.#see(page, visitor, point);
		if (!isView) return;
		(this.#points[point] as Sum).views += 1;
		for (const row of [page, this.#rowOf("status", this.#valueOf.status(event))]) {
			if (row !== undefined) row.figures.views += 1;
		}
	}

	endDay(): void {
		this.#visitors.endDay();
		this.#seenToday.clear();
		this.#sessions.clear();
	}

	figures(): Omit<CountedFigures, "isPartial"> {
		const { total, counts } = this.#visitors.render();
		const people = this.#people.counts();
		const figuresOf = (rows: ReadonlyMap<string, Row>) =>
			new Map(
				[...rows].map(([value, { figures, number }]) => [
					value,
					this.#isDaily ? figures : { ...figures, visitors: people.get(number) ?? 0 },
				]),
			);
		return {
			visitors: total ?? 0,
			points: this.#points.map((figures, point) => ({ ...figures, visitors: counts[point] ?? 0 })),
			rows: new Map([...this.#rows].map(([dimension, rows]) => [dimension, figuresOf(rows)])),
		};
	}

	/** Counts a visitor once: people in the range, a visitor of a day where they were first seen. */
	#see({ number, figures }: Row, visitor: number, point: number | undefined): void {
		if (!this.#isDaily) {
			if (point !== undefined) this.#people.add(number, visitor);
			return;
		}
		const before = this.#seenToday.size;
		this.#seenToday.add(visitor * ROW_RANGE + number);
		if (this.#seenToday.size > before && point !== undefined) figures.visitors += 1;
	}

	/** Counts a session at its first event that passes. @returns The rows of its traits. */
	#begin(event: ScannedEvent): readonly Row[] {
		const rows: Row[] = [];
		for (const { trait, read } of this.#traits) {
			const row = this.#rowOf(trait, read(event));
			if (row !== undefined) rows.push(row);
		}
		const { session } = event;
		if (session !== undefined && isPastMidnight(session)) {
			if (this.#countedPastMidnight.has(session.id)) return rows;
			this.#countedPastMidnight.add(session.id);
		}
		const point = this.#pointAt(session?.startedAt ?? Number.NaN);
		if (session === undefined || point === undefined) return rows;
		const { views, durationMs } = session;
		const figures = { ...NO_TOTALS, sessions: 1, bounces: views <= 1 ? 1 : 0, durationMs };
		for (const row of rows) addTotals(row.figures, figures);
		addTotals(this.#points[point] as Sum, figures);
		const entry = this.#rowOf("page", this.#valueOf.entry_page(event));
		if (entry !== undefined) addTotals(entry.figures, figures);
		const exit = this.#rowOf("exit_page", this.#valueOf.exit_page(event));
		if (exit !== undefined) exit.figures.sessions += 1;
		return rows;
	}

	/** @returns `undefined` where there is no value, or no such breakdown. */
	#rowOf(dimension: Dimension, value: string | undefined): Row | undefined {
		const rows = this.#rows.get(dimension);
		if (rows === undefined || value === undefined) return undefined;
		const known = rows.get(value);
		if (known !== undefined) return known;
		this.#rowCount += 1;
		const row = { number: this.#rowCount, figures: newSum() };
		rows.set(value, row);
		return row;
	}
}
