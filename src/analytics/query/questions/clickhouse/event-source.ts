import type { TimeRange } from "../../../api/time-range.ts";
import type { BreakdownBy, Filters, Goal, ValueCondition } from "../../../api-types/question.ts";
import type { VisitorCounting } from "../../../api-types/stats.ts";
import { VIEW_EVENTS } from "../../../protocol/view-events.ts";
import { jsonPath, literal } from "../../../store/clickhouse/sql-text.ts";
import { MAX_SESSION_MS } from "../../../store/columns/join-sessions.ts";
import { SESSION_GAP_MS } from "../../../store/columns/sessions.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { isOfSession, type KnownSelector, knownSelector } from "../columns/selectors.ts";

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
 */
export class EventSource {
	readonly #options: EventSourceOptions;
	readonly #properties = new Map<string, string>();
	readonly #columns = new Set<string>();
	readonly #ofSessions = new Set<SessionColumn>();
	readonly #goals = new Map<string, KnownSelector>();
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
		this.#columns.add("distinct_id");
		this.#readsPersons = true;
		return this.#options.unit === "people" ? "who" : "if(daily != 0, daily, cityHash64(who))";
	}

	/** SQL of whether an event has a visitor. */
	isVisitor(): string {
		return this.#options.unit === "visitor-days" ? "is_visit" : "1";
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

	/** SQL of a column of the event, or of its session. */
	column(name: "event" | "page" | "session" | "started"): string {
		if (name === "session" || name === "started") this.#ofSessions.add(name);
		else this.#columns.add(name);
		return name;
	}

	/**
	 * SQL of the query, with the requested columns and `day`, `is_visit`, `at` and `number`.
	 *
	 * @param isOfSessions Whether sessions that begin in the range are read to their end.
	 */
	text({ from, to }: TimeRange, isOfSessions = false): string {
		const { database, isOfBots } = this.#options;
		const [first, end] = [
			Math.floor(from / DAY_MS),
			Math.ceil(to / DAY_MS) + (isOfSessions ? 1 : 0),
		];
		if (this.#goals.size > 0) this.#ofSessions.add("session");
		const hasSessions = this.#ofSessions.size > 0;
		if (hasSessions) for (const name of ["distinct_id", "event", "page"]) this.#columns.add(name);
		const days = (since: number, until: number): string =>
			`day BETWEEN toDate(${since}) AND toDate(${until})`;
		const bots = `bot ${isOfBots === true ? "!=" : "="} ''`;
		const table = `${database}.events WHERE ${bots} AND ${
			hasSessions ? days(first - 2, end) : days(first, end - 1)
		}`;
		const properties = [...this.#properties].map(
			([name, column]) => `properties.${quoted(jsonPath(name))}.:String AS ${column}`,
		);
		const traits = [...this.#ofSessions].filter((name) => !FOUND_COLUMNS.has(name));
		const columns = [
			...["day", "at", "number", "toUInt128(uuid) AS tie"],
			...["session AS client", "visitor AS daily", "channel IS NOT NULL AS is_visit"],
			...[...this.#columns, ...properties],
			...traits.map((name) => `nullIf(CAST(${name} AS Nullable(String)), '') AS own_${name}`),
		];
		const plain = `SELECT ${columns.join(", ")} FROM ${table}`;
		const events = hasSessions ? withSessions(plain, table, [...this.#ofSessions]) : plain;
		const goals = [...this.#goals.values()].map(
			(selector, index) =>
				`is_visit AND session GLOBAL IN (
					SELECT session FROM (${events}) WHERE is_visit AND ${this.selects(selector)}
				) AS goal_${index}`,
		);
		const withGoals =
			goals.length === 0 ? events : `SELECT *, ${goals.join(", ")} FROM (${events}) AS event`;
		const inDays = hasSessions
			? `SELECT * FROM (${withGoals}) WHERE ${days(first, end - 1)}`
			: withGoals;
		if (!this.#readsPersons) return inDays;
		return `SELECT *, if(known.person = 0, distinct_id, concat(char(1), toString(known.person))) AS who
			FROM (${inDays}) AS event GLOBAL LEFT ANY JOIN (
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
		if (isOfSession({ dimension: name })) this.#ofSessions.add(name);
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

type SessionColumn =
	| "session"
	| "started"
	| Extract<BreakdownBy, { dimension: string }>["dimension"];

/** Columns that no event has by itself. */
const FOUND_COLUMNS: ReadonlySet<string> = new Set([
	"session",
	"started",
	"entry_page",
	"exit_page",
]);

/**
 * SQL of events with facts of their sessions, by the definition of `findSessions()` and `joinSessions()`. Visitors
 * without a client's session are split at gaps. A client's session continues after midnight, unless it lasts longer
 * than a day or has begun a day earlier.
 *
 * @param plain SQL of the events.
 * @param table SQL of the same rows of the table, for `FROM`.
 */
function withSessions(plain: string, table: string, columns: readonly SessionColumn[]): string {
	const inOrder = "ORDER BY at, tie ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW";
	const key = "if(daily != 0, daily, cityHash64(distinct_id))";
	const ofVisitor = `PARTITION BY day, is_visit, client, ${key}`;
	const byDay = "(PARTITION BY client ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)";
	const begun = `SELECT client, day, if(meets AND NOT lagInFrame(meets) OVER ${byDay}, day - 1, day) AS begun FROM (
			SELECT client, day, lagInFrame(day) OVER ${byDay} = day - 1
				AND last_at - lagInFrame(first_at) OVER ${byDay} <= ${MAX_SESSION_MS} AS meets
			FROM (
				SELECT session AS client, day, min(at) AS first_at, max(at) AS last_at
				FROM ${table} AND session != 0 GROUP BY client, day
			)
		)`;
	const parts = `SELECT *, sum(is_first) OVER (${ofVisitor} ${inOrder}) AS part FROM (
			SELECT *, at - lagInFrame(at, 1, toInt64(-1e15)) OVER (${ofVisitor} ${inOrder}) > ${SESSION_GAP_MS} AS is_first
			FROM (${plain})
		)`;
	const numbered = `SELECT *, multiIf(NOT is_visit, 0, client != 0, cityHash64(client, begun),
				cityHash64(${key}, day, part)) AS session
			FROM (${parts}) AS event GLOBAL LEFT ANY JOIN (${begun}) AS known USING (client, day)`;
	const viewed = `event IN (${VIEWS}) AND page IS NOT NULL`;
	const page = "CAST(page AS Nullable(String))";
	const sqlOf = (name: SessionColumn): string => {
		switch (name) {
			case "started":
				return "min(at)";
			case "entry_page":
				return `argMinIf(${page}, (at, tie), ${viewed})`;
			case "exit_page":
				return `argMaxIf(${page}, (at, tie), ${viewed})`;
			default:
				return `argMin(tuple(own_${name}), (at, tie))`;
		}
	};
	const facts = columns
		.filter((name) => name !== "session")
		.map((name) => {
			const fact = `${sqlOf(name)} OVER (PARTITION BY session)`;
			return `${FOUND_COLUMNS.has(name) ? fact : `tupleElement(${fact}, 1)`} AS ${name}`;
		});
	return `SELECT ${["*", ...facts].join(", ")} FROM (${numbered})`;
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
