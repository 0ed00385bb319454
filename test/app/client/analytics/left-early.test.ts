import { expect, test } from "vitest";
import { createAnalytics } from "../../../../src/app/client/analytics/analytics.ts";
import type { View } from "../../../../src/app/view.ts";

test("a page that is left before React has taken it over is counted", () => {
	const { page, sent } = tab();
	const never = () => Promise.reject(new Error("A page that is left loads nothing more"));
	const analytics = createAnalytics({
		page,
		config: { basePath: "", analytics: { key: "k", host: "/ingest", honorDoNotTrack: true } },
		buildId: "b",
		loadClient: never,
		loadConsent: never,
	});
	analytics.shown(PAGE);

	page.dispatchEvent(new Event("pagehide"));

	expect(sent).toEqual([{ url: "https://site.test/ingest/e/", titles: ["Home"] }]);
});

// What is shown matters only as far as it is a page.
const PAGE = { kind: "page", page: {} } as View;

function tab() {
	const sent: { url: string; titles: string[] }[] = [];
	const page = Object.assign(new EventTarget(), {
		location: new URL("https://site.test/"),
		document: { title: "Home", referrer: "" },
		navigator: {
			language: "en",
			sendBeacon(url: string, body: string) {
				const events: { properties: { title: string } }[] = JSON.parse(body);
				sent.push({ url, titles: events.map(({ properties }) => properties.title) });
			},
		},
	});
	return { page: page as unknown as Window, sent };
}
