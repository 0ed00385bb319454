import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isUuid } from "../../../src/analytics/protocol/is-uuid.ts";

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("isUuid() agrees with the pattern of a UUID, whatever stands in any of its places", () => {
	const uuid = randomUUID();
	for (let index = 0; index < uuid.length; index += 1) {
		for (const character of ["-", "0", "9", "a", "f", "g", "A", "/", ":", "ü", "\u2028", ""]) {
			const text = uuid.slice(0, index) + character + uuid.slice(index + 1);
			expect(isUuid(text), text).toBe(PATTERN.test(text));
		}
	}
	expect(isUuid(`${uuid}0`)).toBe(false);
});
