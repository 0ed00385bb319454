import { expect, test } from "vitest";
import { readTraits } from "../../../../src/analytics/store/visits/read-traits.ts";

test.each([
	[[]],
	[[undefined]],
	[[7]],
	[[1, undefined, undefined, 1_204_567, undefined, 90]],
])("readTraits() reads %j as it was written", (traits) => {
	expect(readTraits(JSON.stringify(traits))).toEqual(traits);
});
