import assert from "node:assert/strict";
import { test } from "node:test";
import { readOrder } from "../lib/order.ts";
import { filtersOf, findProducts, totalOf, withCount } from "../lib/products.ts";

test("filters of the query narrow the products, and unknown values do not", () => {
	const found = (query: string) =>
		findProducts(filtersOf(new URLSearchParams(query))).map(({ id }) => id);

	assert.deepEqual(found("wood=birch&most=70"), ["box"]);
	assert.equal(found("wood=steel&most=-1").length, 6);
});

test("a cart has only products that exist, and at least one piece of each", () => {
	const cart = withCount(withCount({}, "stool", 2), "ship", 1);

	assert.equal(totalOf(cart), 160);
	assert.deepEqual(withCount(cart, "stool", 0), {});
});

test("an order without a postal code is refused with its values", () => {
	const form = new FormData();
	form.set("name", "Ada");
	form.set("zip", "12");

	const { order, errors } = readOrder(form);

	assert.equal(order.name, "Ada");
	assert.deepEqual(Object.keys(errors), ["address", "zip"]);
});
