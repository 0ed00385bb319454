import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { thriftOf } from "../../scripts/start/thrift.ts";

const SEMI_SPACE = "--max-semi-space-size=8";

test("the site keeps little room for what dies young, and Node takes that from its environment", () => {
	const environment = thriftOf("site", undefined);

	const options = execFileSync(process.execPath, ["-p", "process.env.NODE_OPTIONS"], {
		env: environment,
	});

	expect(options.toString().trim()).toBe(SEMI_SPACE);
});

test("the analytics service has room for whole batches", () => {
	expect(thriftOf("analytics", undefined)).not.toHaveProperty("NODE_OPTIONS");
});

test("compiled code is kept where the service keeps its data, if it keeps any", () => {
	expect(thriftOf("site", "/data")).toMatchObject({ NODE_COMPILE_CACHE: "/data/compiled" });
	expect(thriftOf("site", undefined)).not.toHaveProperty("NODE_COMPILE_CACHE");
});
