import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE_SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Runs axe-core on the page as it is shown now.
 *
 * @returns One line for each violation that axe-core could decide: rule, impact, element.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
	// Evaluated by the debugger, which the content security policy of the page does not bind.
	await page.evaluate(await readFile(AXE_SOURCE, "utf8"));
	const results = await page.evaluate<AxeResults>("axe.run(document)");
	return results.violations.flatMap(({ id, impact, nodes }) =>
		nodes.map(({ target }) => `${id} (${impact}): ${target.join(" ")}`),
	);
}
