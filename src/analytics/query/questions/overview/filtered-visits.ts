import { literal } from "../../../store/clickhouse/sql-text.ts";
import type { ValueCondition } from "../../../wire/dashboard/question.ts";
import type { VisitTrait } from "../../../wire/visit-traits.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource, type Stretch } from "../clickhouse/event-source.ts";
import { pointsSql } from "../clickhouse/points-sql.ts";

export interface FilteredVisitsOptions {
	readonly database: string;
	readonly range: LocalRange;
	/** Which part of the range is read. Parts are cut at midnight (UTC), as visitors and sessions are. */
	readonly stretch: Stretch;
	/** On what a view has of its own: page and status. */
	readonly ofView: readonly ValueCondition[];
	/** On what all of a session has. */
	readonly ofSession: readonly ValueCondition[];
	/** What views are broken down by. */
	readonly viewParts: readonly ViewPart[];
	/** What sessions are broken down by: pages by those that were entered on. */
	readonly sessionParts: readonly SessionPart[];
}

export type ViewPart = "page" | "status";
export type SessionPart = "page" | "exit_page" | VisitTrait;

const VIEW = "$pageview";
const NONE = { match: "all", conditions: [] } as const;

/**
 * Statements that count the views, visitors and sessions that pass
 * filters. A filter on views keeps each session with such a view as a whole.
 *
 * Each row of an answer has a dimension, a value and five figures. A point's value is its beginning.
 */
export class FilteredVisits {
	readonly #options: FilteredVisitsOptions;
	readonly #events: string;
	/** SQL of whether an event's session passes, and of whether it is a view that does. */
	readonly #passes: string;
	readonly #isKept: string;

	constructor(options: FilteredVisitsOptions) {
		const { database, stretch, ofView, ofSession, sessionParts } = options;
		const source = new EventSource({ database, filters: NONE, goals: {}, unit: "visitor-days" });
		for (const name of ["session", "started", "uuid"] as const) source.column(name);
		for (const dimension of ["page", "status", "entry_page"] as const) source.value({ dimension });
		for (const dimension of sessionParts) {
			if (dimension !== "exit_page") source.value({ dimension });
		}
		this.#options = options;
		this.#isKept = source.selects({ event: VIEW, conditions: ofView });
		this.#passes = source.selects({ event: undefined, conditions: ofSession });
		this.#events = source.text(stretch);
	}

	/** By point, and by what views have of their own. Visitors of a page count where they first saw it. */
	views(): string {
		const { isInRange, pointOf } = pointsSql(this.#options.range);
		const { dimension, value, groups } = byEach(["point", ...this.#options.viewParts]);
		return `SELECT ${row(dimension, value, {
			views: `countIf(${isInRange("at")})`,
			visitors: `if(dimension = 'page', ${this.#firstSeen("at", "visitor", "visitor != 0")}, 0)`,
		})}
			FROM (
				SELECT at, visitor, page AS of_page, status AS of_status, ${pointOf("at")} AS of_point
				FROM (${this.#views()})
			)
			${groups}`;
	}

	/**
	 * By point, where they began, and by what sessions have; and by the point where visitors were first
	 * seen that day, as `seen_point`. Most visitors have one session: only those of others are compared.
	 */
	sessions(): string {
		const { isInRange, pointOf } = pointsSql(this.#options.range);
		const { dimension, value, groups } = byEach([
			...["point", "seen_point"],
			...this.#options.sessionParts,
		]);
		// Views count their own pages; exit pages count only sessions.
		const isTrait = "dimension NOT IN ('point', 'seen_point', 'page', 'exit_page')";
		const isOfSession = "dimension != 'seen_point'";
		const isWhole = "dimension NOT IN ('seen_point', 'exit_page')";
		return `SELECT ${row(dimension, value, {
			views: `if(${isTrait}, sum(views_of), 0)`,
			visitors: `multiIf(
				${isTrait}, countIf(${isInRange("seen")} AND sessions_of_visitor = 1)
					+ ${this.#firstSeen("seen", "visitor_of", "sessions_of_visitor > 1")},
				dimension = 'seen_point', countIf(${isInRange("seen")} AND is_first), 0)`,
			sessions: `if(${isOfSession}, countIf(is_begun), 0)`,
			bounces: `if(${isWhole}, countIf(is_begun AND is_bounce), 0)`,
			duration: `if(${isWhole}, sumIf(length_ms, is_begun), 0)`,
		})}
			FROM (
				SELECT *, ${isInRange("began")} AS is_begun,
					${pointOf("began")} AS of_point, ${pointOf("seen")} AS of_seen_point,
					count() OVER by_visitor AS sessions_of_visitor, row_number() OVER by_visitor = 1 AS is_first
				FROM (${this.#sessions()})
				WINDOW by_visitor AS (PARTITION BY day, visitor_of ORDER BY seen
					ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
			)
			${groups}
			SETTINGS optimize_aggregation_in_order = 0`;
	}

	/**
	 * SQL of how many visitors were first seen within the range: those seen before its end, less those
	 * seen before it began. A visitor's number is theirs for a day (UTC) alone.
	 */
	#firstSeen(seen: string, visitor: string, condition: string): string {
		const { from, to } = this.#options.range;
		const seenBefore = (time: number): string =>
			`uniqExactIf(${visitor}, ${condition} AND ${seen} < ${time})`;
		return `${seenBefore(to)} - ${seenBefore(from)}`;
	}

	/** Views that pass, also of visitors who are counted in imported totals. */
	#views(): string {
		const isOfVisit =
			this.#options.ofSession.length > 0
				? "visitor != 0"
				: "(visitor != 0 OR page IS NOT NULL OR status IS NOT NULL)";
		return `SELECT * FROM (${this.#events}) WHERE ${this.#isKept} AND ${this.#passes} AND ${isOfVisit}`;
	}

	#sessions(): string {
		const { isInRange } = pointsSql(this.#options.range);
		const { ofView, sessionParts } = this.#options;
		const values = sessionParts.map((name) => {
			if (name === "page") return "any(entry_page) AS of_page";
			if (name !== "exit_page") return `any(${name}) AS of_${name}`;
			return `argMaxIf(page, (at, toUInt128(uuid)),
				event = '${VIEW}' AND page IS NOT NULL) AS of_exit_page`;
		});
		const kept =
			ofView.length === 0
				? ""
				: `AND session GLOBAL IN (SELECT session FROM (${this.#views()}) WHERE visitor != 0)`;
		const columns = [
			"day",
			"any(visitor) AS visitor_of",
			`${ofView.length === 0 ? "any(started)" : `minIf(at, ${this.#isKept})`} AS seen`,
			"any(started) AS began",
			"max(at) - began AS length_ms",
			`countIf(event = '${VIEW}') <= 1 AS is_bounce`,
			`countIf(${this.#isKept} AND ${isInRange("at")}) AS views_of`,
			...values,
		];
		return `SELECT ${columns.join(", ")}
			FROM (${this.#events}) WHERE visitor != 0 AND ${this.#passes} ${kept}
			GROUP BY day, session`;
	}
}

/**
 * SQL that groups rows by each of several columns in one go, named `of_…`: a row of the answer is of
 * one of them, its dimension, and has a value.
 */
function byEach(dimensions: readonly string[]) {
	const ofDimension = (what: (name: string) => string): string =>
		`multiIf(${dimensions.map((name) => `grouping(of_${name}) = 0, ${what(name)}`).join(", ")}, NULL)`;
	return {
		dimension: ofDimension(literal),
		value: ofDimension((name) => `CAST(of_${name} AS Nullable(String))`),
		groups: `GROUP BY GROUPING SETS (${dimensions.map((name) => `(of_${name})`).join(", ")})
			HAVING value IS NOT NULL`,
	};
}

type Figures = Partial<Record<"views" | "visitors" | "sessions" | "bounces" | "duration", string>>;

/** SQL of a row; what it does not count is 0. */
function row(dimension: string, value: string, figures: Figures): string {
	const named = ["views", "visitors", "sessions", "bounces", "duration"] as const;
	const columns = named.map((name) => `${figures[name] ?? "0"} AS ${name}`);
	return `${dimension} AS dimension, ${value} AS value, ${columns.join(", ")}`;
}
