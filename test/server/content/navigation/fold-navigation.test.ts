import { expect, test } from "vitest";
import { foldNavigation } from "../../../../src/server/content/navigation/fold-navigation.ts";
import { cpuMs } from "../../../support/cpu-ms.ts";

test("two thousand equal names are told apart, in time that grows with their number", async () => {
	const sidebar = Array.from({ length: 2_000 }, (_, index) => ({
		title: "Release",
		path: `/releases/v${index}`,
	}));

	let folded: ReturnType<typeof foldNavigation> | undefined;
	// Comparing each with all others takes ten seconds.
	const ms = await cpuMs(() => {
		folded = foldNavigation({ sections: [], sidebar }, "/releases/v3");
	});

	expect(ms).toBeLessThan(1_000);
	const [first] = folded?.sidebar ?? [];
	expect(first?.title).toBe("Release (V0) – Release (V49)");
});
