import { expect, test } from "vitest";
import { thriftOf } from "../../scripts/start/thrift.ts";

test("compiled code is kept where the service keeps its data, if it keeps any", () => {
	expect(thriftOf("/data")).toMatchObject({ NODE_COMPILE_CACHE: "/data/compiled" });
	expect(thriftOf(undefined)).not.toHaveProperty("NODE_COMPILE_CACHE");
});

test("threads share pools of memory", () => {
	expect(thriftOf(undefined)).toEqual({ MALLOC_ARENA_MAX: "2" });
});
