import { VISIT_TRAITS } from "../../src/analytics/protocol/visit-traits.ts";
import { openReader } from "../../src/analytics/query/threads/reader.ts";
import { DAY_MS, DIMENSIONS, type Totals } from "../../src/analytics/store/totals/roll-up.ts";

/** Totals and sessions of every day of a store, with strings instead of their ids. */
export function fileFigures(path: string) {
	const reader = openReader(path);
	const figures = reader.inSnapshot(() => {
		const days = reader.database
			.prepare(
				"SELECT day FROM day_stamps UNION SELECT bucket FROM roll_ups WHERE period = 1 ORDER BY 1",
			)
			.all()
			.map(({ day }) => Number(day));
		return {
			totals: Object.fromEntries(days.flatMap((day) => totalsOf(reader, day)).toSorted()),
			sessions: days.flatMap((day) => sessionsOf(reader, day)).toSorted(),
		};
	});
	reader.database.close();
	return figures;
}

type Reader = ReturnType<typeof openReader>;

function totalsOf({ rollUps }: Reader, day: number): readonly (readonly [string, object])[] {
	const range = { from: day, to: day + 1 };
	const rows = Object.entries(DIMENSIONS).flatMap(([name, number]): [string, Totals][] => {
		if (name === "all") return [[`1 0 ${day} `, rollUps.totals(range)]];
		// Every other name is one of a breakdown.
		const values = rollUps.breakdown(name as "page", range);
		return [...values].map(([value, totals]) => [`1 ${number} ${day} ${value}`, totals]);
	});
	const quarters = rollUps.series("quarter", { from: day * 96, to: (day + 1) * 96 });
	return [
		...rows,
		...quarters.map(({ bucket, ...totals }): [string, Totals] => [`3 0 ${bucket} `, totals]),
	]
		.filter(([, totals]) => Object.values(totals).some((figure) => figure !== 0))
		.map(([key, { durationMs, ...figures }]) => [key, { ...figures, duration_ms: durationMs }]);
}

/** Sessions that began on a day, without their numbers. */
function sessionsOf({ columns }: Reader, day: number): readonly string[] {
	const { sessionTable } = columns.day({ day, isOfBots: false });
	const { size, startedAt, durations, views, visitors } = sessionTable;
	const indexes = Array.from({ length: size - 1 }, (_, index) => index + 1);
	const startOf = (session: number) => startedAt[session] as number;
	return indexes
		.filter((session) => startOf(session) >= day * DAY_MS)
		.map((session) => {
			const textOf = (name: string) => {
				const { codes, texts } = sessionTable.text(name);
				return texts[codes[session] as number] ?? null;
			};
			const own = indexes.filter((other) => visitors[other] === visitors[session]);
			return JSON.stringify({
				started_at: startOf(session),
				duration: durations[session],
				views: views[session],
				entry: textOf("entry_page"),
				exit: textOf("exit_page"),
				traits: VISIT_TRAITS.map(textOf),
				visitorBegan: Math.min(...own.map(startOf)),
			});
		});
}
