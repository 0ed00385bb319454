import { setTimeout } from "node:timers/promises";
import { answerFromClickHouse } from "../../src/analytics/query/questions/clickhouse-engine.ts";
import type {
	AskedQuestion,
	EngineAnswer,
} from "../../src/analytics/query/questions/engine-question.ts";
import { readQuestionFacts } from "../../src/analytics/query/questions/query-context.ts";
import type { Reader } from "../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { readClickHouseAddress } from "../../src/analytics/store/clickhouse/clickhouse-address.ts";
import { countDays } from "../../src/analytics/store/clickhouse/compare-days.ts";
import {
	type ClickHouse,
	connectClickHouse,
} from "../../src/analytics/store/clickhouse/connect.ts";
import { readBlock } from "../../src/analytics/store/clickhouse/read-block.ts";
import { startShipper } from "../../src/analytics/store/clickhouse/shipper.ts";
import { startClickHouse } from "./clickhouse.ts";

/** Answers a question from a store. */
export type Answer = (asked: AskedQuestion) => EngineAnswer | Promise<EngineAnswer>;

export interface ShippedStore {
	readonly answer: Answer;
	readonly clickHouse: ClickHouse;
	/** Resolves when ClickHouse has all events of the store, including late ones. */
	readonly caughtUp: () => Promise<void>;
	/** Restarts the shipper on a ClickHouse that has lost all data; resolves when it has everything again. */
	readonly shipAgain: () => Promise<void>;
	readonly remove: () => Promise<void>;
}

/** Ships all events of a store to a new ClickHouse. */
export async function shipToClickHouse(
	store: AnalyticsStore,
	reader: Reader,
): Promise<ShippedStore> {
	const server = await startClickHouse();
	const clickHouse = await connectClickHouse(readClickHouseAddress(server.url, {}));
	const log = store.openShipping();
	let looks = 0;
	let shipper: ReturnType<typeof startShipper> | undefined;
	const shipAll = async () => {
		await shipper?.close();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		shipper = startShipper({
			log,
			clickHouse,
			source: store.name(),
			readBlock: async (asked) => readBlock(reader, asked),
			countDays: async (asked) => countDays(reader, asked),
			retentionDays: () => 36_500,
			// Each call advances the clock by 100 s, so that waits of a minute end at the next check.
			now: () => {
				looks += 1;
				return Date.now() + 100_000 * looks;
			},
			changed: (problem) => problem !== undefined && reject(problem),
			completed: ({ differing }) =>
				differing.length === 0 ? resolve() : reject(new Error(`Days differ: ${differing}`)),
		});
		await promise;
	};
	await shipAll();
	return {
		clickHouse,
		caughtUp: async () => {
			const isDue = () => log.waiting() > 0 || log.pending() !== undefined;
			while (isDue()) await setTimeout(50);
		},
		answer: (question) =>
			answerFromClickHouse(question, {
				clickHouse,
				readFacts: async (asked) => readQuestionFacts(reader, asked),
			}),
		shipAgain: shipAll,
		remove: async () => {
			await shipper?.close();
			await clickHouse.close();
			await server.remove();
		},
	};
}
