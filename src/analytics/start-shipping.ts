import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { ConfigurationError } from "./errors.ts";
import type { QueryThreads } from "./query/thread-answers.ts";
import { ReadingThreads } from "./query/threads/reading-threads.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import type { ClickHouseAddress } from "./store/clickhouse/clickhouse-address.ts";
import { type ClickHouse, connectClickHouse } from "./store/clickhouse/connect.ts";
import { startShipper } from "./store/clickhouse/shipper.ts";
import type { LimitSettings } from "./store/settings/limit-settings.ts";

/** A ClickHouse that receives every event of the store. */
export type Shipping = Awaited<ReturnType<typeof startShipping>>;

interface ShippingOptions {
	readonly store: AnalyticsStore;
	readonly limits: LimitSettings;
	readonly log: Logger;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** Maximum wait for ClickHouse at the start. Events queue in the store meanwhile. */
const FIRST_ANSWER_MS = 3_000;
const LAST_BLOCK_MS = 3_000;

/** @throws {ConfigurationError} When ClickHouse rejects the user, the database or the cluster. */
export async function startShipping(
	address: ClickHouseAddress,
	{ store, limits, log, now }: ShippingOptions,
) {
	const clickHouse = await connectClickHouse(address);
	await prepare(clickHouse);
	// Separate threads, so that a block does not wait for a question.
	const threads: QueryThreads = new ReadingThreads(store.path);
	const shipper = startShipper({
		clickHouse,
		now,
		log: store.openShipping(),
		source: store.name(),
		readBlock: (asked) => threads.ask("block", asked),
		countDays: (asked) => threads.ask("counts-by-day", asked),
		retentionDays: () => limits.limits().retentionDays,
		changed: (problem) => {
			if (problem === undefined) log.info("ClickHouse accepts events again");
			else log.error({ err: problem }, "ClickHouse accepts no events: they wait in the file");
		},
		completed: ({ days, events, differing }) => {
			if (differing.length === 0) {
				log.info({ days, events }, "ClickHouse has all events and now answers questions");
			} else {
				log.error({ differing }, "ClickHouse has fewer events of some days than the file");
			}
		},
	});
	return {
		clickHouse,
		status: shipper.status,
		/** Must be called before the store closes. */
		close: async (): Promise<void> => {
			// The next start sends an unacknowledged block again.
			await Promise.race([shipper.close(), setTimeout(LAST_BLOCK_MS, undefined, { ref: false })]);
			await threads.close();
			await clickHouse.close();
		},
	};
}

/** Types of errors that the operator must fix; other errors are temporary. */
const MISTAKES: ReadonlySet<string> = new Set([
	"AUTHENTICATION_FAILED",
	"REQUIRED_PASSWORD",
	"UNKNOWN_USER",
	"WRONG_PASSWORD",
	"ACCESS_DENIED",
	"UNKNOWN_DATABASE",
	"CLUSTER_DOESNT_EXIST",
]);

async function prepare(clickHouse: ClickHouse): Promise<void> {
	const failed = clickHouse.prepare().then(
		() => undefined,
		(error: unknown) => error,
	);
	const error = await Promise.race([
		failed,
		setTimeout(FIRST_ANSWER_MS, undefined, { ref: false }),
	]);
	if (!(error instanceof Error) || !("type" in error) || !MISTAKES.has(String(error.type))) return;
	await clickHouse.close();
	const { url, user, database } = clickHouse.address;
	throw new ConfigurationError([
		`ANALYTICS_CLICKHOUSE_URL and its password must open a database: "${user}" gets ${String(error.type)} for "${database}" at ${url}`,
	]);
}
