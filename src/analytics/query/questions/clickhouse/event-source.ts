import { jsonPath } from "../../../store/clickhouse/json-path.ts";
import { literal } from "../../../store/clickhouse/literal.ts";
import { DAY_MS } from "../../../store/visits/roll-up.ts";
import type { BreakdownBy, Filters, Goal } from "../../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../../wire/dashboard/stats.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import { type KnownSelector, knownSelector } from "../sqlite/event-test.ts";
import { conditionSql } from "./condition-sql.ts";

/** Milliseconds since the Unix epoch; `to` is not included. */
interface Stretch {
	readonly from: number;
	readonly to: number;
}

export interface EventSourceOptions {
	readonly database: string;
	readonly filters: Filters;
	readonly goals: Readonly<Record<string, Goal>>;
	/** What one visitor is. */
	readonly unit: VisitorCounting["unit"];
	readonly isOfBots?: boolean;
}

/** SQL of what an event has of a column, in the place where it is asked for. */
type ColumnOf = (name: string) => string;

const SESSION_GAP_MS = 1_800_000;
const MAX_VALUE_LENGTH = 500;
const VIEW = "$pageview";

/**
 * Events as questions see them, as the text of a query: columns of the event, those of its session
 * and whose it is. What nothing has asked for is not read: ask for everything before the text.
 *
 * A session is cut out of a visitor's day (UTC) in order of time, at every gap of more than half an
 * hour. Its traits are those of its first event, as the store has them. The table lies in that
 * order, so a day of a visitor is all that memory holds.
 */
export class EventSource {
	readonly #options: EventSourceOptions;
	readonly #properties = new Map<string, string>();
	readonly #columns = new Set<string>();
	readonly #sessionColumns = new Set<string>();
	readonly #goals = new Map<string, KnownSelector>();
	#cutsSessions = false;
	#readsPersons = false;

	constructor(options: EventSourceOptions) {
		this.#options = options;
	}

	/** SQL of a value as text, `NULL` where it is not known. */
	value(by: BreakdownBy): string {
		return this.#value(by, (name) => name);
	}

	/** SQL of a property's number, `NULL` where it has none. */
	number(property: string): string {
		const number = `toFloat64OrNull(trimBoth(${this.#property(property)}))`;
		return `if(isFinite(${number}), ${number}, NULL)`;
	}

	/** SQL of whether an event is one of those that are asked for. */
	selects(selector: KnownSelector): string {
		return this.#selects(selector, (name) => name);
	}

	/** SQL of whether an event passes the filters. */
	passes(): string {
		const { match, conditions } = this.#options.filters;
		const all = conditions.map((condition) => {
			if (!("goal" in condition)) return conditionSql(condition, this.value(condition));
			const reached = this.#goal(condition.goal);
			return condition.operator === "is" ? reached : `NOT ${reached}`;
		});
		if (all.length === 0) return "1";
		return `(${all.join(match === "all" ? " AND " : " OR ")})`;
	}

	/** SQL of what all events of a visitor have in common. `isVisitor()` says of which there is one. */
	visitor(): string {
		if (this.#options.unit === "visitor-days") return "visitor";
		this.#columns.add("distinct_id");
		this.#readsPersons = true;
		return "who";
	}

	/** SQL of whether an event is some visitor's. */
	isVisitor(): string {
		return this.#options.unit === "visitor-days" ? "visitor != 0" : "1";
	}

	/** SQL of what all events of a session have in common. */
	session(): string {
		this.#cutsSessions = true;
		return "(visitor, session)";
	}

	/** SQL of when the session began. */
	started(): string {
		this.#cutsSessions = true;
		return "started";
	}

	/** SQL of a column of the event's own. */
	column(name: "event" | "page"): string {
		this.#columns.add(name);
		return name;
	}

	/**
	 * The text of a query, with the columns that were asked for beside `day`, `visitor` (0: part of no
	 * visit), `at` and `number`.
	 */
	text({ from, to }: Stretch): string {
		const needsSessions = this.#cutsSessions || this.#sessionColumns.size + this.#goals.size > 0;
		// A session is whole, also where the range begins or ends within it.
		const days = `day BETWEEN toDate(${Math.floor(from / DAY_MS)}) AND toDate(${Math.ceil(to / DAY_MS) - 1})`;
		const where = `bot ${this.#options.isOfBots === true ? "!=" : "="} '' AND ${days}`;
		const events = needsSessions ? this.#sessionEvents(where) : this.#plainEvents(where);
		if (!this.#readsPersons) return events;
		const { database } = this.#options;
		return `SELECT *, if(known.person = 0, distinct_id, concat(char(1), toString(known.person))) AS who
			FROM (${events}) AS event LEFT ANY JOIN (
				SELECT distinct_id, argMax(person, sequence) AS person
				FROM ${database}.person_ids GROUP BY distinct_id
			) AS known USING (distinct_id)`;
	}

	#plainEvents(where: string): string {
		const columns = ["day", "visitor", "at", "number", ...this.#eventColumns()];
		return `SELECT ${columns.join(", ")} FROM ${this.#options.database}.events WHERE ${where}`;
	}

	#sessionEvents(where: string): string {
		if (this.#sessionColumns.has("entry_page") || this.#sessionColumns.has("exit_page")) {
			this.#columns.add("page");
			this.#columns.add("event");
		}
		const goals = [...this.#goals].map(([, selector], index) => {
			const test = this.#selects(selector, (name) =>
				this.#isOfEvent(name) ? `row.${name}` : name,
			);
			return `visitor != 0 AND arrayExists(row -> ${test}, s) AS goal_${index}`;
		});
		const traits = [...this.#sessionColumns].filter((name) => !isPageOfSession(name));
		const ownColumns = this.#eventColumns();
		const tuple = ["at", "toUInt128(uuid) AS place", "number", ...ownColumns, ...traits];
		const ofSession = [...this.#sessionColumns].map((name) => sessionColumn(name));
		const names = [
			"at",
			"number",
			...ownColumns.map((column) => column.split(" AS ").at(-1) ?? ""),
		];
		const kept = ["started", ...this.#sessionColumns, ...goals.map((_, index) => `goal_${index}`)];
		return `SELECT day, visitor, session, ${kept.join(", ")},
				${names.map((name) => `r.${name} AS ${name}`).join(", ")}
			FROM (
				SELECT day, visitor, session, s[1].at AS started, s AS session_rows
					${[...ofSession, ...goals].map((column) => `, ${column}`).join("")}
				FROM (
					SELECT day, visitor, arraySort(groupArray(tuple(${tuple.join(", ")}))) AS day_rows,
						arraySplit((row, gap) -> gap > ${SESSION_GAP_MS}, day_rows, arrayDifference(day_rows.at)) AS sessions
					FROM ${this.#options.database}.events WHERE ${where}
					GROUP BY day, visitor, if(visitor = 0, number, 0)
				) ARRAY JOIN sessions AS s, arrayEnumerate(sessions) AS session
			) ARRAY JOIN session_rows AS r`;
	}

	#eventColumns(): readonly string[] {
		const properties = [...this.#properties].map(
			([name, column]) => `properties.${quoted(jsonPath(name))}.:String AS ${column}`,
		);
		return [...this.#columns, ...properties];
	}

	#isOfEvent(name: string): boolean {
		return this.#columns.has(name) || [...this.#properties.values()].includes(name);
	}

	#selects({ event, conditions }: KnownSelector, columnOf: ColumnOf): string {
		const parts = conditions.map((condition) =>
			conditionSql(condition, this.#value(condition, columnOf)),
		);
		if (event !== undefined) {
			this.#columns.add("event");
			parts.unshift(`${columnOf("event")} = ${literal(event)}`);
		}
		return parts.length === 0 ? "1" : `(${parts.join(" AND ")})`;
	}

	#value(by: BreakdownBy, columnOf: ColumnOf): string {
		if ("property" in by) {
			return `substringUTF8(${columnOf(this.#property(by.property))}, 1, ${MAX_VALUE_LENGTH})`;
		}
		const { dimension } = by;
		if (
			dimension === "bot" ||
			dimension === "event" ||
			dimension === "page" ||
			dimension === "status"
		) {
			this.#columns.add(dimension);
			const column = columnOf(dimension);
			return `CAST(${dimension === "bot" ? `nullIf(${column}, '')` : column} AS Nullable(String))`;
		}
		const name = dimension === "campaign" ? "utm_campaign" : dimension;
		this.#sessionColumns.add(name);
		return `CAST(${name} AS Nullable(String))`;
	}

	#property(name: string): string {
		const column = this.#properties.get(name) ?? `property_${this.#properties.size}`;
		this.#properties.set(name, column);
		return column;
	}

	#goal(key: string): string {
		const selector = knownSelector({ goal: key }, this.#options.goals);
		this.#goals.set(key, selector);
		// Asks for its columns.
		this.selects(selector);
		return `goal_${[...this.#goals.keys()].indexOf(key)}`;
	}
}

function isPageOfSession(name: string): boolean {
	return !(VISIT_TRAITS as readonly string[]).includes(name);
}

/** Rows of a session are in the order of time, and of their UUIDs where that is the same. */
function sessionColumn(name: string): string {
	if (!isPageOfSession(name)) return `s[1].${name} AS ${name}`;
	const pick = name === "entry_page" ? "arrayFirst" : "arrayLast";
	const isView = `row -> row.event = '${VIEW}' AND row.page IS NOT NULL`;
	return `if(visitor = 0, NULL, ${pick}(${isView}, s).page) AS ${name}`;
}

function quoted(name: string): string {
	return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
