import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { spawnAnalytics, startAnalyticsProcess } from "../support/analytics-process.ts";
import { hasClickHouse, startClickHouse } from "../support/clickhouse.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test.skipIf(!hasClickHouse)(
	"a user or password that ClickHouse refuses ends the start with one line",
	async () => {
		const clickHouse = await startClickHouse();
		onTestFinished(() => clickHouse.remove());
		const { child, output } = spawnAnalytics({
			DATA_DIR: temporaryFolder(),
			ANALYTICS_PORT: String(await freePort()),
			ANALYTICS_CLICKHOUSE_URL: clickHouse.url.replace("default@", "stranger@"),
			LOG_LEVEL: "fatal",
		});

		const [code] = await once(child, "close");

		expect(code).toBe(1);
		expect(output().trim().split("\n")).toEqual([
			expect.stringMatching(
				/^ANALYTICS_CLICKHOUSE_URL and its password must open a database: "stranger" gets AUTHENTICATION_FAILED for "loggia" at http:/,
			),
		]);
	},
);

/** Says what is loaded; the process itself has no other way to tell. */
const TELLS_LOADED = `data:text/javascript,${encodeURIComponent(`
	import { registerHooks } from "node:module";
	registerHooks({ resolve(name, context, next) {
		if (name.includes("@clickhouse/client")) console.log("loaded", name);
		return next(name, context);
	} });
`)}`;

test("the client of ClickHouse is loaded where a ClickHouse is set, and nowhere else", async () => {
	const closedPort = `http://loggia@127.0.0.1:${await freePort()}/loggia`;
	const outputs = [];
	for (const environment of [{}, { ANALYTICS_CLICKHOUSE_URL: closedPort }]) {
		const service = await startAnalyticsProcess(temporaryFolder(), {
			NODE_OPTIONS: `--import=${TELLS_LOADED}`,
			...environment,
		});
		outputs.push(service.output());
		await service.kill("SIGTERM");
	}

	expect(outputs.map((output) => output.includes("loaded @clickhouse/client"))).toEqual([
		false,
		true,
	]);
});
