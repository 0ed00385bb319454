import { createClickHouseEngine } from "../../src/analytics/query/questions/clickhouse/clickhouse-engine.ts";
import type { QueryEngine } from "../../src/analytics/query/questions/query-engine.ts";
import { readQuestionFacts } from "../../src/analytics/query/questions/sqlite/question-facts.ts";
import type { Reader } from "../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { readClickHouseAddress } from "../../src/analytics/store/clickhouse/clickhouse-address.ts";
import {
	type ClickHouse,
	connectClickHouse,
} from "../../src/analytics/store/clickhouse/connect.ts";
import { readBlock } from "../../src/analytics/store/clickhouse/read-block.ts";
import { Shipper } from "../../src/analytics/store/clickhouse/shipper.ts";
import { countDays } from "../../src/analytics/store/shipping/count-days.ts";
import { startClickHouse } from "./clickhouse.ts";

export interface ShippedStore {
	readonly engine: QueryEngine;
	readonly clickHouse: ClickHouse;
	readonly remove: () => Promise<void>;
}

/** Ships everything that a store has to a ClickHouse of its own. */
export async function shipToClickHouse(
	store: AnalyticsStore,
	reader: Reader,
): Promise<ShippedStore> {
	const server = await startClickHouse();
	const clickHouse = await connectClickHouse(readClickHouseAddress(server.url, {}));
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const shipper = new Shipper({
		log: store.openShipping(),
		clickHouse,
		source: store.transfer.source(),
		readBlock: async (asked) => readBlock(reader, asked),
		countDays: async (asked) => countDays(reader, asked),
		retentionDays: () => 36_500,
		now: Date.now,
		changed: (problem) => problem !== undefined && reject(problem),
		completed: ({ differing }) =>
			differing.length === 0 ? resolve() : reject(new Error(`Days differ: ${differing}`)),
	});
	shipper.start();
	await promise;
	return {
		clickHouse,
		engine: createClickHouseEngine({
			clickHouse,
			readFacts: async (asked) => readQuestionFacts(reader, asked),
		}),
		remove: async () => {
			await shipper.close();
			await clickHouse.close();
			await server.remove();
		},
	};
}
