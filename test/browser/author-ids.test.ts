import { expect } from "vitest";
import { authorId } from "../../src/server/content/markdown/html/author-attributes.ts";
import { test } from "../support/browser-test.ts";

test("no id of an author's HTML is a member of window, document or a form", async ({ page }) => {
	await page.setContent("<form></form>");

	const members = await page.evaluate(() => {
		const names = new Set<string>();
		for (const start of [window, document, document.forms[0]]) {
			for (let object: unknown = start; object !== null; object = Object.getPrototypeOf(object)) {
				for (const name of Object.getOwnPropertyNames(object)) names.add(name);
			}
		}
		return [...names];
	});

	// Names of classes start with a capital letter, and no element can take their place.
	const kept = members.filter((name) => /^[a-z_$]/.test(name) && authorId(name) === name);
	expect(members.length).toBeGreaterThan(1000);
	expect(kept).toEqual([]);
});
