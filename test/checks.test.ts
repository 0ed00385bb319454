import { expect, test } from "vitest";
import { CHECKS, runCheck } from "../scripts/check.ts";
import { isQuick } from "./support/lengths.ts";

// One after another: each takes whole processors, and all at once starve what runs beside them.
test.each(
	isQuick ? (["types", "lint"] as const) : CHECKS,
)("npm run check:%s finds nothing", async (name) => {
	expect(await runCheck(name)).toBe("");
});
