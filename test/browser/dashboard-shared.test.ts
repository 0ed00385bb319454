import { createServer } from "node:http";
import { expect, onTestFinished } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { openScreen, settled, startTestDashboard } from "../support/dashboard.ts";
import { listenForTest } from "../support/listen-for-test.ts";

test("a share link shows its figures, also in a frame of the origin that it names, and of no other", async ({
	openPage,
}) => {
	const dashboard = await startTestDashboard({ days: 3 });
	onTestFinished(dashboard.stop);
	const [friend, stranger] = [await servePage(), await servePage()];
	const { page: owner } = await openPage();
	await openScreen(owner, dashboard, "/");
	const path = await owner.evaluate(async (origin) => {
		const response = await fetch("/api/v1/shares", {
			method: "POST",
			headers: { "content-type": "application/json", "x-loggia-dashboard": "1" },
			body: JSON.stringify({
				name: "For the team",
				expires_at: new Date(Date.now() + 86_400_000).toISOString(),
				origins: [origin],
			}),
		});
		return ((await response.json()) as { path: string }).path;
	}, friend.origin);
	const link = dashboard.analytics.url + path;

	const { page, faults } = await openPage({
		viewport: { width: 390, height: 900 },
		reducedMotion: "reduce",
	});
	await page.goto(link);
	await page.getByRole("heading", { name: "For the team" }).waitFor();
	await settled(page);
	expect(await accessibilityViolations(page)).toEqual([]);
	expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

	friend.show(`<iframe title="Figures" src="${link}" width="390" height="600"></iframe>`);
	await page.goto(friend.origin);
	await page.frameLocator("iframe").getByRole("heading", { name: "For the team" }).waitFor();

	faults.allow(/frame|refused|blocked/i);
	stranger.show(`<iframe title="Figures" src="${link}" width="390" height="600"></iframe>`);
	await page.goto(stranger.origin);
	await page.waitForLoadState("networkidle");
	expect(
		await page.frameLocator("iframe").getByRole("heading", { name: "For the team" }).count(),
	).toBe(0);
});

/** A page of another site. */
async function servePage() {
	let body = "";
	const server = createServer((_request, response) => {
		response.setHeader("content-type", "text/html");
		response.end(`<!doctype html><html lang="en"><title>A page</title>${body}</html>`);
	});
	const port = await listenForTest(server);
	return {
		origin: `http://127.0.0.1:${port}`,
		show: (html: string) => {
			body = html;
		},
	};
}
