import { expect, test } from "vitest";
import { pooledRandom } from "../../../src/analytics/ingest/pooled-random.ts";

test("every byte is given once, whatever the sizes", () => {
	let next = 0;
	const random = pooledRandom((size) => new Uint8Array(new Uint32Array(size).map(() => next++)));
	const sizes = [10, 10, 8_000, 172, 1, 20_000, 10];

	const given = sizes.map((size) => [...random(size)]);

	expect(given.map(({ length }) => length)).toEqual(sizes);
	// Bytes count up and wrap around: within one amount they are neighbours.
	for (const bytes of given) {
		expect(bytes.every((byte, index) => byte === ((bytes[0] ?? 0) + index) % 256)).toBe(true);
	}
	expect(given[1]?.[0]).toBe(10);
	expect(given[2]?.[0]).toBe(20);
});
