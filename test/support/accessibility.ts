import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE_SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Every rule is run, but what holds is not described: to bring that here takes longer than to find it. */
const RUN = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)`;

/**
 * Runs axe-core on the page as it is shown now.
 *
 * @returns One line for each violation that axe-core could decide: rule, impact, element.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
	// Evaluated by the debugger, which the content security policy of the page does not bind.
	await page.evaluate(await readFile(AXE_SOURCE, "utf8"));
	const violations = await page.evaluate<AxeResults["violations"]>(RUN);
	return violations.flatMap(({ id, impact, nodes }) =>
		nodes.map(({ target }) => `${id} (${impact}): ${target.join(" ")}`),
	);
}
