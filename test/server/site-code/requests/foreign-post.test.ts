import { expect, test } from "vitest";
import { isForeignPost } from "../../../../src/server/site-code/requests/foreign-post.ts";

const URL_OF_SITE = "https://example.org/api/order";
const FRIEND = "https://friend.example";

test.each([
	["a form of another site", "POST", { "sec-fetch-site": "cross-site" }, true],
	["a form of a sibling host", "POST", { "sec-fetch-site": "same-site" }, true],
	["a form of the site", "POST", { "sec-fetch-site": "same-origin" }, false],
	["a form of another site, in an old browser", "PUT", { origin: "https://evil.example" }, true],
	["a form of a page in a sandbox", "POST", { origin: "null" }, true],
	["a form of the site, in an old browser", "POST", { origin: "https://example.org" }, false],
	["a form of a listed origin", "POST", { "sec-fetch-site": "cross-site", origin: FRIEND }, false],
	["a program without a browser", "POST", {}, false],
	["a link of another site", "GET", { "sec-fetch-site": "cross-site" }, false],
	["a preflight request", "OPTIONS", { origin: "https://evil.example" }, false],
])("%s (%s, %j) is foreign: %j", (_what, method, headers, isForeign) => {
	const sent = {
		url: URL_OF_SITE,
		method,
		headers: Object.entries({ host: "example.org", ...headers }),
	};

	expect(isForeignPost(sent, [FRIEND])).toBe(isForeign);
});
