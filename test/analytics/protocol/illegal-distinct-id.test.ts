import { expect, test } from "vitest";
import { isIllegalDistinctId } from "../../../src/analytics/ingest/steps/attach-person.ts";
import { posthogFixture } from "../../support/posthog-fixtures.ts";

interface IllegalIds {
	readonly case_insensitive: readonly string[];
	readonly case_sensitive: readonly string[];
}

const ids = posthogFixture<IllegalIds>("illegal-distinct-ids.json");

for (const id of ids.case_insensitive) {
	test(`"${id}" is illegal in any letter case, in quotes as well`, () => {
		expect([id, id.toUpperCase(), `"${id}"`, `'${id}'`].filter(isIllegalDistinctId)).toHaveLength(
			4,
		);
	});
}

for (const id of ids.case_sensitive) {
	test(`"${id}" is illegal as it is`, () => {
		expect(isIllegalDistinctId(id)).toBe(true);
	});
}

test("ids without a visible character are illegal, real ones are not", () => {
	expect(["", "  ", '" "', "\u200b", "'\u00ad\u3164'", "\u2800"].every(isIllegalDistinctId)).toBe(
		true,
	);
	expect(["user-1", "00", "NULL@example.org", "id-7"].some(isIllegalDistinctId)).toBe(false);
});
