import { DatabaseSync } from "node:sqlite";

/** Contents of a store's file from which figures are computed, with strings instead of their ids. */
export function fileFigures(path: string) {
	const database = new DatabaseSync(path, { readOnly: true });
	const texts = new Map(
		database
			.prepare("SELECT id, text FROM strings")
			.all()
			.map(({ id, text }) => [Number(id), String(text)]),
	);
	const textOf = (id: unknown): string | null =>
		typeof id === "number" ? (texts.get(id) ?? `number ${id}`) : null;
	const totals = database
		.prepare("SELECT * FROM roll_ups")
		.all()
		.filter(
			({ views, visitors, sessions, bounces, duration_ms }) =>
				views || visitors || sessions || bounces || duration_ms,
		)
		.map(({ value, dimension, period, bucket, ...figures }) => {
			const text = dimension === 0 ? "" : textOf(value);
			return [`${period} ${dimension} ${bucket} ${text}`, figures] as const;
		});
	const sessions = database
		.prepare("SELECT *, (SELECT count(*) FROM events WHERE session = s.id) AS rows FROM sessions s")
		.all();
	const firstOf = Map.groupBy(sessions, ({ visitor, id }) => visitor ?? id);
	const described = sessions.map(
		({ id, visitor, entry_page: entry, exit_page: exit, traits, ...rest }) => ({
			...rest,
			entry: textOf(entry),
			exit: textOf(exit),
			// The store writes an array of ids.
			traits: (JSON.parse(String(traits)) as unknown[]).map(textOf),
			visitorBegan: Math.min(
				...(firstOf.get(visitor ?? id) ?? []).map(({ started_at: at }) => Number(at)),
			),
		}),
	);
	database.close();
	return {
		totals: Object.fromEntries(totals.toSorted(([a], [b]) => (a < b ? -1 : 1))),
		sessions: described.map((session) => JSON.stringify(session)).toSorted(),
	};
}
