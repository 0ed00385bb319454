import { expect, test } from "vitest";
import { CHECKS, runCheck } from "../scripts/check.ts";

test.concurrent.each(CHECKS)("npm run check:%s finds nothing", async (name) => {
	expect(await runCheck(name)).toBe("");
});
