import type { AnalyticsConfig } from "../config.ts";
import { openReader } from "../query/threads/reader.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { compareDays, countDays } from "../store/clickhouse/compare-days.ts";
import { type ClickHouse, connectClickHouse } from "../store/clickhouse/connect.ts";
import { createLimitSettings } from "../store/settings/limit-settings.ts";
import { exitWith, openStoreOrExit } from "./or-exit.ts";

export interface ComparedStores {
	readonly store: Pick<AnalyticsStore, "openShipping" | "name" | "path">;
	readonly clickHouse: Pick<ClickHouse, "address" | "rows">;
	readonly retentionDays: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/**
 * Compares the number of events of each day in the file and in ClickHouse, up to the last shipped event.
 * Also works while the service runs.
 *
 * @returns Lines for the operator, and whether both sides agree.
 */
export async function compareWithClickHouse({
	store,
	...compared
}: ComparedStores): Promise<{ readonly lines: readonly string[]; readonly isSame: boolean }> {
	const log = store.openShipping();
	const reader = openReader(store.path);
	const days = await compareDays({
		...compared,
		source: store.name(),
		last: log.shippedTo(),
		countDays: async (asked) => countDays(reader, asked),
	}).finally(() => reader.database.close());
	const differing = days.filter(({ inFile, inClickHouse }) => inFile !== inClickHouse);
	const events = days.reduce((sum, { inFile }) => sum + inFile, 0);
	const summary =
		differing.length === 0
			? `Both have the same number of events of each of ${days.length} days: ${events}`
			: `${differing.length} of ${days.length} days differ. Where the file has fewer, it deleted the oldest events to free space (ANALYTICS_MAX_FILE_MB)`;
	return {
		isSame: differing.length === 0,
		lines: [
			...differing.map(
				({ day, inFile, inClickHouse }) =>
					`${day}: ${inFile} events in the file, ${inClickHouse} in ClickHouse`,
			),
			...(log.waiting() === 0 ? [] : [`${log.waiting()} events wait in the file to be sent`]),
			summary,
		],
	};
}

/** Runs the command; the exit status is 1 if the two differ. */
export async function compareClickHouse(config: AnalyticsConfig): Promise<void> {
	if (config.clickHouse === undefined) {
		exitWith("compare-clickhouse must be called with ANALYTICS_CLICKHOUSE_URL set");
	}
	const store = openStoreOrExit(config);
	const clickHouse = await connectClickHouse(config.clickHouse);
	const { retentionDays } = createLimitSettings(store.settings, config.fixedLimits).limits();
	try {
		const compared = { store, clickHouse, retentionDays, now: Date.now() };
		const { lines, isSame } = await compareWithClickHouse(compared);
		process.stdout.write(`${lines.join("\n")}\n`);
		process.exitCode = isSame ? 0 : 1;
	} catch (error) {
		exitWith(`Nothing was compared: ${error}`);
	} finally {
		await clickHouse.close();
		store.close();
	}
}
