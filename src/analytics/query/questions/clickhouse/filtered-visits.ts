import { literal } from "../../../store/clickhouse/literal.ts";
import type { ValueCondition } from "../../../wire/dashboard/question.ts";
import type { VisitTrait } from "../../../wire/visit-traits.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { EventSource } from "./event-source.ts";
import { pointsSql } from "./points-sql.ts";

export interface FilteredVisitsOptions {
	readonly database: string;
	readonly range: LocalRange;
	/** On what a view has of its own: page and status. */
	readonly ofView: readonly ValueCondition[];
	/** On what all of a session has. */
	readonly ofSession: readonly ValueCondition[];
	/** What sessions are broken down by: pages by those that were entered on. */
	readonly sessionParts: readonly SessionPart[];
}

export type SessionPart = "page" | "exit_page" | VisitTrait;

const VIEW = "$pageview";
const NONE = { match: "all", conditions: [] } as const;

/**
 * Statements that count views, visitors and sessions as if there had been nothing but what passes
 * filters. A filter on views keeps the whole of each session that has such a view.
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
		const { database, range, ofView, ofSession, sessionParts } = options;
		const source = new EventSource({ database, filters: NONE, goals: {}, unit: "visitor-days" });
		for (const name of ["session", "started", "uuid"] as const) source.column(name);
		for (const dimension of ["page", "status", "entry_page"] as const) source.value({ dimension });
		for (const dimension of sessionParts) {
			if (dimension !== "exit_page") source.value({ dimension });
		}
		this.#options = options;
		this.#isKept = source.selects({ event: VIEW, conditions: ofView });
		this.#passes = source.selects({ event: undefined, conditions: ofSession });
		this.#events = source.text(range);
	}

	viewsByPoint(): string {
		const { isInRange, pointOf } = this.#points();
		return `SELECT ${row("'point'", `toString(${pointOf("at")})`, { views: "count()" })}
			FROM (${this.#views()}) WHERE ${isInRange("at")} GROUP BY value`;
	}

	viewsByStatus(): string {
		const { isInRange } = this.#points();
		return `SELECT ${row("'status'", "assumeNotNull(status)", { views: "count()" })}
			FROM (${this.#views()}) WHERE status IS NOT NULL AND ${isInRange("at")} GROUP BY value`;
	}

	/**
	 * A visitor of a page counts where they first saw it that day, which is found within the array of
	 * what they saw: to group by the page as well takes half as long again.
	 */
	viewsByPage(): string {
		const { isInRange } = this.#points();
		const seen = isInRange("seen.1");
		return `SELECT ${row("'page'", "assumeNotNull(seen.2)", {
			views: `countIf(${seen})`,
			visitors: `countIf(nth = 1 AND is_visitor AND ${seen})`,
		})}
			FROM (
				SELECT visitor != 0 AS is_visitor, arraySort(groupArray((at, page))) AS own,
					arrayEnumerateUniq(arrayMap(one -> one.2, own)) AS nths
				FROM (${this.#views()}) WHERE page IS NOT NULL GROUP BY day, visitor
			)
			ARRAY JOIN own AS seen, nths AS nth
			GROUP BY value`;
	}

	/**
	 * Sessions where they began and by what they have, visitors where they were first seen that day, and
	 * first seen with it. Of a visitor there are few sessions, so that is found within their array.
	 */
	visits(): string {
		const { isInRange, pointOf } = this.#points();
		const { sessionParts } = this.#options;
		const seen = isInRange("visit.seen");
		const parts = sessionParts.map((name) => {
			const value = `CAST(visit.of_${name} AS Nullable(String))`;
			// Views have pages of their own; where a session ends, nothing but sessions is counted.
			if (name === "page") return `(${literal(name)}, ${value}, 0, 0, is_begun, is_begun)`;
			if (name === "exit_page") return `(${literal(name)}, ${value}, 0, 0, is_begun, 0)`;
			return `(${literal(name)}, ${value}, visit.views, nth_${name} = 1 AND ${seen}, is_begun, is_begun)`;
		});
		const ranks = sessionParts.map(
			(name) => `arrayEnumerateUniq(arrayMap(one -> one.of_${name}, own)) AS nths_${name}`,
		);
		const joined = sessionParts.map((name) => `nths_${name} AS nth_${name}`);
		const points = [
			`('point', toString(${pointOf("visit.began")}), 0, 0, is_begun, is_begun)`,
			`('point', toString(${pointOf("visit.seen")}), 0, nth = 1 AND ${seen}, 0, 0)`,
		];
		return `SELECT ${row("part.1", "assumeNotNull(part.2)", {
			views: "sum(part.3)",
			visitors: "sum(part.4)",
			sessions: "sum(part.5)",
			bounces: "countIf(part.6 AND visit.is_bounce)",
			duration: "sumIf(visit.length_ms, part.6)",
		})}
			FROM (
				SELECT visit, ${isInRange("visit.began")} AS is_begun, arrayJoin([${[...points, ...parts].join(", ")}]) AS part
				FROM (
					SELECT arraySort(one -> one.seen, groupArray(visit)) AS own${["", ...ranks].join(", ")}
					FROM (${this.#sessions()}) GROUP BY day, visitor
				)
				ARRAY JOIN ${["own AS visit", "arrayEnumerate(own) AS nth", ...joined].join(", ")}
			)
			WHERE part.2 IS NOT NULL GROUP BY dimension, value`;
	}

	#points() {
		return pointsSql(this.#options.range);
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
		const { isInRange } = this.#points();
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
		const visit = [
			`${ofView.length === 0 ? "any(started)" : `minIf(at, ${this.#isKept})`} AS seen`,
			"any(started) AS began",
			"max(at) - began AS length_ms",
			`countIf(event = '${VIEW}') <= 1 AS is_bounce`,
			`countIf(${this.#isKept} AND ${isInRange("at")}) AS views`,
			...values,
		];
		return `SELECT day, visitor, tuple(${visit.join(", ")}) AS visit
			FROM (${this.#events}) WHERE visitor != 0 AND ${this.#passes} ${kept}
			GROUP BY day, visitor, session`;
	}
}

type Figures = Partial<Record<"views" | "visitors" | "sessions" | "bounces" | "duration", string>>;

/** SQL of a row; what it does not count is 0. */
function row(dimension: string, value: string, figures: Figures): string {
	const named = ["views", "visitors", "sessions", "bounces", "duration"] as const;
	const columns = named.map((name) => `${figures[name] ?? "0"} AS ${name}`);
	return `${dimension} AS dimension, ${value} AS value, ${columns.join(", ")}`;
}
