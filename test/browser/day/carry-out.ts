import type { Page } from "playwright-core";

/** Address on the site, title and status, as the service should have them. */
export type View = readonly [address: string, title: string, status: number];

/** By the words of the links that lead there. */
const VIEWS: Readonly<Record<string, View>> = {
	Home: ["/", "Home | Day", 200],
	Guide: ["/guide", "Guide | Day", 200],
	Searched: ["/guide?q=beans", "Guide | Day", 200],
	Missing: ["/missing", "404 - Page not found: /missing | Day", 404],
	Over: ["/over", "404 - Page not found: /over | Day", 404],
};

interface Step {
	readonly page: Page;
	readonly site: string;
	readonly name: string;
	readonly view: View;
}

const STEPS: Readonly<Record<string, (step: Step) => Promise<void>>> = {
	open: ({ page, site, view: [address] }) => open(page, site + address),
	"open-until-fetched": (step) => openUntil(step, /\/guide\/_payload\.json/),
	"open-until-asked": (step) => openUntil(step, /\/ingest\/decide/),
	click: ({ page, name }) => click(page, name),
	async go({ page, name }) {
		const link = page.locator("#page-body a", { hasText: name }).first();
		const target = await link.getAttribute("href");
		await click(page, name);
		await page.waitForURL(({ pathname, hash }) => pathname + hash === target);
	},
	async follow({ page, name, view }) {
		await click(page, name);
		await arrived(page, view);
	},
	async back({ page, view }) {
		await page.evaluate(() => history.back());
		await arrived(page, view);
	},
	async forward({ page, view }) {
		await page.evaluate(() => history.forward());
		await arrived(page, view);
	},
	async reload({ page }) {
		await page.reload({ waitUntil: "load" });
		await ready(page);
	},
};

/** Follows a script, such as `open Home, follow Guide`. @returns The views that it makes. */
export async function carryOut(page: Page, site: string, script: string): Promise<readonly View[]> {
	const steps = script.split(", ").map((step) => step.split(" "));
	for (const [verb = "", name = ""] of steps) {
		await STEPS[verb]?.({ page, site, name, view: VIEWS[name] ?? NO_VIEW });
	}
	return steps.flatMap(([, name = ""]) => (VIEWS[name] === undefined ? [] : [VIEWS[name]]));
}

const NO_VIEW: View = ["", "", 0];

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url, { waitUntil: "domcontentloaded" });
	await ready(page);
}

async function openUntil({ page, site, view: [address] }: Step, pattern: RegExp): Promise<void> {
	const answered = page.waitForResponse(pattern);
	await open(page, site + address);
	await answered;
}

/** Links are the app's, and the first page is counted, once React has taken over. */
async function ready(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const isHydrated = (): boolean => {
			const last = document.querySelector("#app > :last-child");
			return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber$"));
		};
		while (!isHydrated()) await new Promise((resolve) => setTimeout(resolve, 5));
	});
}

async function click(page: Page, name: string): Promise<void> {
	await page.evaluate((text) => {
		const links = [...document.querySelectorAll<HTMLAnchorElement>("#page-body a")];
		links.find((link) => link.textContent === text)?.click();
	}, name);
}

/**
 * Waits until the page is shown, which the app announces with a new node. The address alone changes earlier: a
 * click in between replaces a page that no visitor saw, and that is not counted.
 */
async function arrived(page: Page, [address, title]: View): Promise<void> {
	await page.evaluate(
		async ([path, expected]) => {
			const said = (): Node | null => document.getElementById("announcements")?.firstChild ?? null;
			const tab = window as { lastSaid?: Node | null };
			const { lastSaid = null } = tab;
			const isThere = () =>
				document.title === expected &&
				location.pathname + location.search === path &&
				said() !== lastSaid;
			while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
			tab.lastSaid = said();
		},
		[address, title] as const,
	);
}
