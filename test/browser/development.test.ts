import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { openHydrated } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

const FILES = {
	"pages/index.md": "# Home\n",
	"pages/count.tsx": `import { useId, useState } from "react";
import { useLoaderData } from "react-router";
import { Button } from "../lib/button.tsx";
export const loader = () => ({ word: "Loaded" });
export default function Count() {
	const { word } = useLoaderData<typeof loader>();
	const [count, setCount] = useState<number>(0);
	return (
		<section id={useId()}>
			<h1 style={{ marginTop: 3, border: "1px solid" }}>{word} title</h1>
			<output>{count}</output>
			<Button onClick={() => setCount(count + 1)}>More</Button>
		</section>
	);
}
`,
	"lib/button.tsx": `import type { ReactNode } from "react";
import { label } from "./label.ts";
export function Button({ onClick, children }: { onClick: () => void; children: ReactNode }) {
	return <button type="button" title={label} onClick={onClick}>{children}</button>;
}
`,
	"lib/label.ts": 'export const label = "First label";\n',
	"pages/class.tsx": `import { Component } from "react";
export default class Old extends Component {
	override render() { return <h1>Old title</h1>; }
}
`,
	"pages/act.tsx": `import { Form } from "react-router";
export const action = () => { throw new Error("It cannot act"); };
export const ErrorBoundary = () => <p>Sorry</p>;
export default () => <Form method="post"><button>Act</button></Form>;
`,
	"islands/broken.tsx": 'export default () => { throw new Error("It cannot draw"); };',
	"pages/broken.md": "# Broken\n\n::island{broken}\n",
	"api/broken.ts": 'export const GET = () => { throw new Error("It cannot answer"); };',
	"styles.css": "h1 { color: rgb(1, 2, 3); }\n",
};

const DEVELOPER = { SITE_CODE: "true", DEVELOPMENT: "true", LIVE_UPDATES: "true" };

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, DEVELOPER);
});

afterAll(() => site.remove());

test("a save replaces a component, and the page keeps its state", async ({ page }) => {
	await openMarked(page, "/count");
	await page.getByRole("button", { name: "More" }).click();
	await expect.poll(() => page.locator("output").textContent()).toBe("1");

	await save("pages/count.tsx", "{word} title", "{word} heading");
	await page.getByText("Loaded heading").waitFor();
	await save("pages/count.tsx", '"Loaded"', '"Saved"');
	await page.getByText("Saved heading").waitFor();
	await save("lib/label.ts", "First", "Second");
	await page.getByTitle("Second label").waitFor();
	await save("styles.css", "(1, 2, 3)", "(4, 5, 6)");
	await expect
		.poll(() => page.locator("h1").evaluate((title) => getComputedStyle(title).color))
		.toBe("rgb(4, 5, 6)");

	expect(await page.locator("output").textContent()).toBe("1");
	expect(await isMarked(page)).toBe(true);
	await page.getByRole("button", { name: "More" }).click();
	expect(await page.locator("output").textContent()).toBe("2");
});

test("a save of a component that cannot be replaced loads the page again", async ({ page }) => {
	await openMarked(page, "/class");

	await save("pages/class.tsx", "Old title", "New title");

	await page.getByText("New title").waitFor();
	expect(await isMarked(page)).toBe(false);
});

const MISTAKES = {
	build: ["return (\n", "return ((\n", 'Expected ")"'],
	loader: [
		"=> ({ word",
		'=> { throw new Error("It cannot load"); }; const unused = ({ word',
		"It cannot load",
	],
	render: [
		"const [count",
		'if (word) throw new Error("It cannot render"); const [count',
		"It cannot render",
	],
} as const;

test.for(
	Object.entries(MISTAKES),
)("the overlay shows a mistake of the %s with its line, until it is corrected", async ([
	,
	[text, mistake, message],
], { page, faults }) => {
	faults.allow(/./);
	await openHydrated(page, `${site.url}/count`);

	await save("pages/count.tsx", text, mistake);

	const overlay = page.locator(".error-overlay");
	await overlay.getByRole("heading", { name: message }).first().waitFor();
	expect(
		await overlay
			.getByText(/pages\/count\.tsx:\d+:\d+/)
			.first()
			.isVisible(),
	).toBe(true);
	await expect.poll(() => overlay.locator("pre").first().textContent()).toMatch(/> +\d+ \|/);
	await save("pages/count.tsx", mistake, text);
	await overlay.waitFor({ state: "detached" });
	await page.locator("h1", { hasText: "Saved heading" }).waitFor();
});

test("the overlay shows an error of a handler, and HTML that differs from the server's", async ({
	page,
	faults,
}) => {
	faults.allow(/./);
	await openHydrated(page, `${site.url}/count`);
	await save("pages/count.tsx", "setCount(count + 1)", '{ throw new Error("It cannot count"); }');
	await save("lib/label.ts", "Second", "Third");
	await page.getByTitle("Third label").waitFor();
	await page.getByRole("button", { name: "More" }).click();

	const overlay = page.locator(".error-overlay");
	await overlay.getByRole("heading", { name: "It cannot count" }).waitFor();
	expect(await overlay.locator("pre").first().textContent()).toMatch(/> 12 \|/);

	await save("pages/count.tsx", "{word} heading", "{String(typeof window)}");
	await expect.poll(() => site.textOf("/count")).toContain("undefined</h1>");
	await page.reload();
	await overlay.getByRole("heading", { name: "Hydration failed" }).waitFor();
});

test("the overlay shows errors of actions, of islands and of functions", async ({
	page,
	faults,
}) => {
	faults.allow(/./);
	const heading = (message: string) =>
		page.locator(".error-overlay").getByRole("heading", { name: message });
	await openHydrated(page, `${site.url}/act`);
	await page.getByRole("button", { name: "Act" }).click();
	await heading("It cannot act").waitFor();

	await openHydrated(page, `${site.url}/broken`);
	await heading("It cannot draw").waitFor();

	await openHydrated(page, `${site.url}/class`);
	await page.evaluate(() => fetch("/api/broken"));
	await heading("It cannot answer").waitFor();
});

test("authors of a site for visitors see an error with its line, and visitors do not", async ({
	page,
	faults,
}) => {
	faults.allow(/./);
	const throwing = 'export const loader = () => {\n\tthrow new Error("It cannot load");\n};\n';
	const files = { "pages/fault.tsx": `${throwing}export default () => null;\n` };
	const live = await openLiveSite(files, { SITE_CODE: "true" });
	try {
		await page.goto(`${live.url}/fault?live`);

		const overlay = page.locator(".error-overlay");
		await overlay.getByText("pages/fault.tsx:2:8").first().waitFor();
		expect(await live.textOf("/fault")).not.toContain("It cannot load");
	} finally {
		await live.remove();
	}
});

async function openMarked(page: Page, path: string): Promise<void> {
	await openHydrated(page, site.url + path);
	await page.evaluate(() => {
		document.documentElement.dataset["mark"] = "1";
	});
}

function isMarked(page: Page): Promise<boolean> {
	return page.evaluate(() => document.documentElement.dataset["mark"] === "1");
}

async function save(file: string, text: string, by: string): Promise<void> {
	const path = join(site.folder, file);
	const before = await readFile(path, "utf8");
	expect(before).toContain(text);
	await writeFile(
		path,
		before.replace(text, () => by),
	);
}
