import assert from "node:assert/strict";
import { test } from "node:test";
import { plans, priceOf } from "../lib/plans.ts";

test("a table of two meters costs twice as much as one of one", () => {
	const [table] = plans;
	assert.ok(table);
	assert.equal(priceOf(table, 200), 2 * priceOf(table, 100));
});
