import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { endCollecting } from "../support/client-page.ts";
import { openCountedSite, VISITOR } from "../support/counted-site.ts";
import { freePort } from "../support/free-port.ts";
import { CLIENT_SECRET, startIdentityProvider } from "../support/identity-provider.ts";
import { writeSiteFolder } from "../support/site-folder.ts";
import { openHydrated } from "../support/site-page.ts";
import { startSite } from "../support/start-site.ts";

const FILES = {
	"site.yaml": "name: Example\naccess:\n  paths:\n    /staff/**: [staff]\n",
	"pages/index.md": "# Welcome\n",
	"pages/guide/one.md": "# One\n\n[Plan](/staff/plan)\n",
	"pages/guide/two.md": "# Two\n",
	"pages/staff/plan.md": "# Plan\n",
	"pages/staff/more.md": "# More\n",
};

test("signing in and out in one tab changes the other at its next navigation", async ({
	page: tab,
	faults,
}) => {
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const provider = await startIdentityProvider(url);
	provider.show({ id: "ann", groups: ["staff"] });
	const site = await startSite({
		siteFolder: await writeSiteFolder(FILES),
		environment: {
			PORT: String(port),
			SITE_URL: url,
			OIDC_ISSUER: provider.issuer,
			OIDC_CLIENT_ID: "site",
			OIDC_CLIENT_SECRET: CLIENT_SECRET,
			OIDC_SCOPES: "openid profile email groups",
		},
	});
	onTestFinished(async () => void (await site.stop()));
	const other = await tab.context().newPage();
	await tab.goto(`${url}/guide/one`);
	await openHydrated(other, `${url}/guide/one`);
	const open = async (page: Page, name: string): Promise<void> => {
		await page.getByRole("link", { name, exact: true }).first().click();
		await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
	};
	const staff = other.getByRole("banner").getByRole("link", { name: "Staff" });

	await tab.getByRole("link", { name: "Sign in" }).click();
	await tab.getByRole("link", { name: "Sign out" }).waitFor();
	expect(tab.url()).toBe(`${url}/guide/one`);
	expect(await staff.count()).toBe(0);
	await open(other, "Two");
	// A page that was prefetched before is shown at once, and asked for again then.
	await staff.waitFor();
	await open(other, "One");
	await open(other, "Plan");
	await open(other, "More");

	await tab.getByRole("link", { name: "Sign out" }).click();
	await tab.getByRole("button", { name: "Sign me out" }).click();
	await tab.getByRole("link", { name: "Sign in" }).waitFor();
	// It comes to the provider, which signs in another visitor.
	provider.show({ id: "ben", groups: [] });
	faults.allow(/status of 404/);
	await other.getByRole("link", { name: "Plan", exact: true }).first().click();
	await other.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor();
	expect(await staff.count()).toBe(0);
	expect(await other.getByRole("link", { name: "Sign out" }).count()).toBe(1);
});

test.for([
	["knows who has signed in", "  identify: true\n", true],
	["knows no name otherwise", "", false],
] as const)("analytics %s", async ([, setting, isKnown], { openPage }) => {
	const extraHTTPHeaders = { "remote-user": "ann", "remote-name": "Ann", "remote-groups": "staff" };
	const { page } = await openPage({ ...VISITOR, extraHTTPHeaders });
	const clientAsked = page.waitForResponse(/\/ingest\/(?:decide|flags)/);
	const { analytics } = await openCountedSite(page, {
		files: { ...FILES, "site.yaml": `${FILES["site.yaml"]}${setting}` },
		path: "/guide/one",
		environment: {
			SIGN_IN_HEADERS: "remote-user,remote-name,remote-email,remote-groups",
			TRUSTED_PROXIES: "loopback",
		},
	});
	await clientAsked;
	await endCollecting(page);

	const told = () => storedEvents(analytics.store).filter(({ event }) => event.startsWith("$"));
	await expect
		.poll(() => told().map(({ event }) => event))
		.toEqual(isKnown ? ["$pageview", "$identify"] : ["$pageview"]);
	expect(told().some(({ distinctId }) => distinctId === "ann")).toBe(isKnown);
});
