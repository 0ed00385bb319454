import type { TimeRange } from "../../../api/time-range.ts";
import type { BreakdownBy, Filters, Goal, ValueCondition } from "../../../api-types/question.ts";
import type { VisitorCounting } from "../../../api-types/stats.ts";
import { VIEW_EVENTS } from "../../../protocol/view-events.ts";
import { jsonPath, literal } from "../../../store/clickhouse/sql-text.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { type KnownSelector, knownSelector } from "../columns/selectors.ts";

export interface EventSourceOptions {
	readonly database: string;
	readonly filters: Filters;
	readonly goals: Readonly<Record<string, Goal>>;
	/** Whether a visitor of several days counts once, or once a day. */
	readonly unit: VisitorCounting["unit"];
	readonly isOfBots?: boolean;
}

const MAX_VALUE_LENGTH = 500;
/** SQL of the names of views. */
export const VIEWS = VIEW_EVENTS.map(literal).join(", ");

/**
 * Builds the SQL of a query for events: columns of the event, of its session
 * and of its visitor. Only requested columns are read: request all of them before `text()`.
 *
 * Each event row has the facts of its session. Only facts that a later event may change are looked
 * up: the exit page of the session, and the goals that it reaches.
 */
export class EventSource {
	readonly #options: EventSourceOptions;
	readonly #properties = new Map<string, string>();
	readonly #columns = new Set<string>();
	readonly #goals = new Map<string, KnownSelector>();
	#readsExits = false;
	#readsPersons = false;

	constructor(options: EventSourceOptions) {
		this.#options = options;
	}

	/** SQL of a value as text, `NULL` if it is unknown. */
	value(by: BreakdownBy): string {
		return `CAST(${this.#value(by)} AS Nullable(String))`;
	}

	/** SQL of a property as a number, `NULL` if it is not a finite number. */
	number(property: string): string {
		const number = `toFloat64OrNull(trimBoth(${this.#property(property)}))`;
		return `if(isFinite(${number}), ${number}, NULL)`;
	}

	/** SQL of whether an event matches a selector. */
	selects({ events, conditions }: KnownSelector): string {
		const parts = conditions.map((condition) => conditionSql(condition, this.#value(condition)));
		if (events !== undefined) {
			parts.unshift(`${this.column("event")} IN (${events.map(literal).join(", ")})`);
		}
		return parts.length === 0 ? "1" : `(${parts.join(" AND ")})`;
	}

	/** SQL of whether an event passes the filters. */
	passes(): string {
		const { match, conditions } = this.#options.filters;
		const all = conditions.map((condition) => {
			if (!("goal" in condition)) return conditionSql(condition, this.#value(condition));
			const reached = this.#goal(condition.goal);
			return condition.operator === "is" ? reached : `NOT ${reached}`;
		});
		if (all.length === 0) return "1";
		return `(${all.join(match === "all" ? " AND " : " OR ")})`;
	}

	/** SQL of the visitor's id, the same for all their events. Check `isVisitor()` first. */
	visitor(): string {
		if (this.#options.unit === "visitor-days") return "visitor";
		this.#columns.add("distinct_id");
		this.#readsPersons = true;
		return "who";
	}

	/** SQL of whether an event has a visitor. */
	isVisitor(): string {
		return this.#options.unit === "visitor-days" ? "visitor != 0" : "1";
	}

	/**
	 * SQL of the label of an event among the steps of a visitor: the page of a view, the name of any other
	 * event; `none` for automatic events, such as `$pageleave`.
	 *
	 * @param of Converts the SQL of the text.
	 */
	label(of = (text: string): string => `CAST(${text} AS Nullable(String))`, none = "NULL"): string {
		const [event, page] = [this.column("event"), this.column("page")];
		const view = `if(${page} IS NULL, ${of(event)}, ${of(page)})`;
		return `multiIf(${event} IN (${VIEWS}), ${view}, startsWith(${event}, '$'), ${none}, ${of(event)})`;
	}

	/** SQL of a column of the event. */
	column(name: "event" | "page" | "session" | "started" | "uuid"): string {
		this.#columns.add(name);
		return name;
	}

	/**
	 * SQL of the query, with the requested columns and `day`, `visitor` (0: outside of visits), `at` and
	 * `number`.
	 */
	text({ from, to }: TimeRange): string {
		const { database, unit, isOfBots } = this.#options;
		// Sessions are read completely, even beyond the range. A session of a client may begin the day before.
		const first = Math.floor(from / DAY_MS) - (unit === "people" ? 1 : 0);
		const days = `day BETWEEN toDate(${first}) AND toDate(${Math.ceil(to / DAY_MS) - 1})`;
		const bots = `bot ${isOfBots === true ? "!=" : "="} ''`;
		const table = `${database}.events WHERE ${bots} AND ${days}`;
		if (this.#goals.size > 0 || this.#readsExits) this.column("session");
		const properties = [...this.#properties].map(
			([name, column]) => `properties.${quoted(jsonPath(name))}.:String AS ${column}`,
		);
		const plain = `SELECT ${["day", "visitor", "at", "number", ...this.#columns, ...properties].join(", ")} FROM ${table}`;
		const goals = [...this.#goals.values()].map(
			(selector, index) =>
				`visitor != 0 AND session GLOBAL IN (
					SELECT session FROM (${plain}) WHERE visitor != 0 AND ${this.selects(selector)}
				) AS goal_${index}`,
		);
		const events =
			goals.length === 0 ? plain : `SELECT *, ${goals.join(", ")} FROM (${plain}) AS event`;
		const exited = !this.#readsExits
			? events
			: `SELECT * FROM (${events}) AS event GLOBAL LEFT ANY JOIN (
				SELECT session, argMax(CAST(page AS Nullable(String)), (at, toUInt128(uuid))) AS exit_page
				FROM ${table} AND visitor != 0 AND event IN (${VIEWS}) AND page IS NOT NULL GROUP BY session
			) AS visit USING (session)`;
		if (!this.#readsPersons) return exited;
		return `SELECT *, if(known.person = 0, distinct_id, concat(char(1), toString(known.person))) AS who
			FROM (${exited}) AS event GLOBAL LEFT ANY JOIN (
				SELECT distinct_id, argMax(person, sequence) AS person
				FROM ${database}.person_ids GROUP BY distinct_id
			) AS known USING (distinct_id)`;
	}

	/** Columns with few different texts keep their type: each text is compared once, not in each row. */
	#value(by: BreakdownBy): string {
		if ("property" in by) {
			return `substringUTF8(${this.#property(by.property)}, 1, ${MAX_VALUE_LENGTH})`;
		}
		const name = by.dimension === "campaign" ? "utm_campaign" : by.dimension;
		if (name === "exit_page") this.#readsExits = true;
		else this.#columns.add(name);
		return name === "bot" ? "nullIf(bot, '')" : name;
	}

	#property(name: string): string {
		const column = this.#properties.get(name) ?? `property_${this.#properties.size}`;
		this.#properties.set(name, column);
		return column;
	}

	#goal(key: string): string {
		const selector = knownSelector({ goal: key }, this.#options.goals);
		this.#goals.set(key, selector);
		// Requests the columns of the goal.
		this.selects(selector);
		return `goal_${[...this.#goals.keys()].indexOf(key)}`;
	}
}

function quoted(name: string): string {
	return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

/** SQL of whether a time is in the range, and of the start of its point if so. */
export function pointsSql({ from, to, starts }: LocalRange) {
	return {
		isInRange: (time: string): string => `${time} >= ${from} AND ${time} < ${to}`,
		pointOf: (time: string): string =>
			`roundDown(${time}, CAST([${starts.join(", ")}] AS Array(Int64)))`,
	};
}

/**
 * A condition on a value as SQL that is never `NULL`.
 *
 * @param value SQL of a text, `NULL` if it is unknown.
 */
function conditionSql({ operator, values }: ValueCondition, value: string): string {
	const listed = values.map(literal).join(", ");
	const known = `ifNull(${value}, '')`;
	const any = (tests: readonly string[]): string => `ifNull(${tests.join(" OR ")}, 0)`;
	switch (operator) {
		case "is":
			return `${known} IN (${listed})`;
		case "is_not":
			return `${known} NOT IN (${listed})`;
		case "contains":
			return any(
				values.map((text) => `position(lowerUTF8(${value}), ${literal(text.toLowerCase())}) > 0`),
			);
		case "matches":
			return any(values.map((pattern) => `${value} LIKE ${literal(likePattern(pattern))}`));
		case "set":
			return `${known} != ''`;
		case "not_set":
			return `${known} = ''`;
		case "above":
			return `ifNull(toFloat64OrNull(trimBoth(${value})) > ${Number(values[0])}, 0)`;
		case "below":
			return `ifNull(toFloat64OrNull(trimBoth(${value})) < ${Number(values[0])}, 0)`;
	}
}

/** Converts `*` to `%`, and escapes the special characters of `LIKE`. */
function likePattern(pattern: string): string {
	return pattern.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
