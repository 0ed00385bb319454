import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE_SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What holds is not described: to bring that here takes longer than to find it. */
const RESULTS = { resultTypes: ["violations"] };

/**
 * Runs axe-core, with every rule, on the page as it is shown now.
 *
 * @returns One line for each violation that axe-core could decide: rule, impact, element.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
	// Evaluated by the debugger, which the content security policy of the page does not bind.
	await page.evaluate(await readFile(AXE_SOURCE, "utf8"));
	return runAxe(page, RESULTS);
}

/** The same for the contrast alone, of a page that has been judged in another color mode. */
export function contrastViolations(page: Page): Promise<string[]> {
	return runAxe(page, { ...RESULTS, runOnly: ["color-contrast"] });
}

async function runAxe(page: Page, options: object): Promise<string[]> {
	const violations = await page.evaluate<AxeResults["violations"]>(
		`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
	);
	return violations.flatMap(({ id, impact, nodes }) =>
		nodes.map(({ target }) => `${id} (${impact}): ${target.join(" ")}`),
	);
}
