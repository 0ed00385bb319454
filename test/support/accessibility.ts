import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE_SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Omits passed checks: transferring their details takes longer than the check. */
const RESULTS = { resultTypes: ["violations"] };

/**
 * Runs axe-core, with every rule, on the page as it is shown now.
 *
 * @returns A line for each violation that axe-core could decide: rule, impact, element.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
	// The debugger evaluates it, because the page's content security policy does not apply there.
	await page.evaluate(await readFile(AXE_SOURCE, "utf8"));
	return runAxe(page, RESULTS);
}

/** Checks only the contrast, for a page that was already checked in another color mode. */
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
