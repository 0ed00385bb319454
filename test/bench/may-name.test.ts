import { expect, test } from "vitest";
import { mayName } from "../../bench/corpus/may-name.ts";
import { readRows } from "../support/read-fixture.ts";

test.each(
	readRows<[source: string, anchor: string, isPossible: boolean]>("content/names.yaml", "anchors"),
)("an anchor of %j may be %j: %j", (source, anchor, isPossible) => {
	expect(mayName(source, anchor)).toBe(isPossible);
});
