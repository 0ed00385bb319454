import { EventSource } from "../clickhouse/event-source.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { OFFSETS, type PathsFigures, renderPaths } from "./render-paths.ts";

interface Row {
	/** Offset from the anchor; 0: the anchor itself. */
	readonly step: number;
	readonly label: string | null;
	readonly sessions: number;
}

/** Answers paths: the steps before and after a page or an event, within a session. */
export async function answerPaths(asked: ClickHouseQuestion<"paths">): Promise<PathsFigures> {
	const rows = await asked.rows<Row>(pathsSql(asked));
	const ofStep = (wanted: number) => rows.filter(({ step }) => step === wanted);
	return renderPaths(asked.question, {
		sessions: ofStep(0).reduce((sum, row) => sum + row.sessions, 0),
		tallies: OFFSETS.map((offset) =>
			ofStep(offset).map((row) => [row.label, row.sessions] as const),
		),
	});
}

function pathsSql({ question, goals, range, database }: ClickHouseQuestion<"paths">): string {
	const { filters } = question;
	const source = new EventSource({ database, filters, goals, unit: "visitor-days" });
	const isAnchor = `${source.selects(knownSelector(question.anchor, goals))} AND ${source.passes()}`;
	const session = source.column("session");
	const label = source.label();
	const name = "CAST(event AS Nullable(String))";
	const event = [
		"at",
		"number",
		`${isAnchor} AS is_anchor`,
		`${label} AS label`,
		`${name} AS name`,
	];
	const steps = OFFSETS.map((offset) => {
		const nearer = offset - Math.sign(offset);
		// Only the first missing step counts.
		const isBeside = `place + ${nearer} BETWEEN 1 AND length(labels)`;
		const isThere = `place + ${offset} BETWEEN 1 AND length(labels)`;
		return `(toInt8(${offset}), ${isBeside}, if(${isThere}, labels[place + ${offset}], NULL))`;
	});
	const started = source.column("started");
	const events = `SELECT * FROM (${source.text(range, true)})
		WHERE ${started} >= ${range.from} AND ${started} < ${range.to} AND is_visit`;
	return `SELECT beside.1 AS step, beside.3 AS label, count() AS sessions
		FROM (
			SELECT arrayJoin([(toInt8(0), 1, CAST(NULL AS Nullable(String))), ${steps.join(", ")}]) AS beside
			FROM (
				SELECT arrayCompact(known) AS labels,
					toInt32(length(arrayCompact(arrayFilter(text -> text IS NOT NULL, arraySlice(named, 1, anchor))))) AS place,
					arrayMap((row, index) -> if(index = anchor, ifNull(row.label, row.name), row.label),
						own, arrayEnumerate(own)) AS named,
					arrayFilter(text -> text IS NOT NULL, named) AS known
				FROM (
					SELECT arraySort(row -> (row.at, row.number), groupArray(tuple(${event.join(", ")}))) AS own,
						arrayFirstIndex(row -> row.is_anchor, own) AS anchor
					FROM (${events}) WHERE ${session} GLOBAL IN (SELECT ${session} FROM (${events}) WHERE ${isAnchor})
					GROUP BY ${session}
				)
			)
		)
		WHERE beside.2 GROUP BY step, label`;
}
