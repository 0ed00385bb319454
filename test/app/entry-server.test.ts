import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createRenderer } from "../../src/app/entry-server.tsx";
import { Page as Landing } from "../../src/app/pages/index.tsx";
import { Page } from "../../src/app/pages/page.tsx";
import { PAGE_TABLE } from "../../src/app/pages/page-table.ts";
import { prepareDocument } from "../../src/app/prepare-document.tsx";
import { createStaticApp } from "../../src/app/static-app.tsx";
import type { DocumentSource } from "../../src/shared/page/document-source.ts";
import { internalError, pageNotFound } from "../../src/shared/page/errors.ts";
import { STATE_ELEMENT_ID } from "../../src/shared/page/public-config.ts";
import { COLOR_MODE_SCRIPT } from "../../src/shared/theme/color-mode.ts";
import { sampleError, samplePage, sampleState } from "./sample-state.ts";

test("the color mode is set before anything else in the head", () => {
	const document = renderDocument();

	expect(document).toMatch(/<head>\s*<script>/);
	expect(document.indexOf(COLOR_MODE_SCRIPT)).toBeLessThan(document.indexOf("<meta charset"));
});

test("nothing but one script is executable inline, and no element has a style", () => {
	const document = renderDocument({ html: "<p>Text</p>" });

	expect(document.match(/<script(?![^>]*(?: src=|application\/json))/g)).toHaveLength(1);
	expect(document).not.toMatch(/\sstyle=/);
});

test("a state that names a script element does not end the one it is in", () => {
	const payload = samplePage({ title: "</script><script>alert(1)</script>" });

	const document = renderDocument({ state: sampleState({ payload }) });

	expect(document).not.toContain("<script>alert(1)");
	expect(stateIn(document)).toMatchObject({ payload });
});

const LIVE_REGION = /<div id="announcements"[^>]*role="status"[^>]*><\/div>/;

test.each([
	[
		"of a page that is forced dark says so",
		{ colorMode: "dark" },
		/ data-color-mode-forced="dark"/,
	],
	["of a page without a heading shows its title as one", { hasHeading: false }, /<h1>Beans<\/h1>/],
	["of a page has a live region, which is empty", {}, LIVE_REGION],
] as const)("the document %s", (_what, page, expected) => {
	const state = sampleState({ payload: samplePage(page) });

	expect(renderDocument({ state, html: "<p>Text</p>" })).toMatch(expected);
});

test.each([
	[pageNotFound("/<b>x</b>"), "Page Not Found", "Page not found: /&lt;b&gt;x&lt;/b&gt;"],
	[internalError(), "Internal Server Error", "Internal Server Error"],
])("an error page shows %o as text, with a way home", (error, heading, message) => {
	const document = renderDocument({ state: sampleState({ payload: sampleError(error) }) });

	expect(document).toContain(`<h1>${heading}</h1>`);
	expect(document).toContain(`<p class="error-message">${message}</p>`);
	expect(document).toContain(`<p class="error-status">${error.status}</p>`);
	expect(document).toMatch(/<a class="button" href="\/">/);
	expect(document).toMatch(LIVE_REGION);
});

test("a payload that is no page and no error has no document", () => {
	const state = sampleState({ payload: { kind: "document" } });

	expect(() => renderDocument({ state })).toThrow(TypeError);
});

test.each([
	["a page", samplePage({ next: { path: "/peas", title: "Peas" } })],
	["an error", sampleError(pageNotFound("/peas"))],
	[
		"an image",
		samplePage({ id: "index", hero: { image: { src: "/a.png", alt: "" }, actions: [] } }),
	],
])("frame and content of %s are rendered apart, and give what one tree gives", (_what, payload) => {
	const state = sampleState({
		payload: {
			...payload,
			navigation: { sections: [], sidebar: [{ title: "Roots", path: "/roots" }] },
		},
	});
	const source = sampleSource({ state, html: payload.kind === "page" ? "<p>Text</p>" : undefined });
	const icons = { markup: ignore, request: ignore, subscribe: () => ignore };
	const isLanding = payload.kind === "page" && payload.page.id === "index";
	const parts = payload.kind === "page" ? { Page: isLanding ? Landing : Page } : undefined;
	const whole = prepareDocument(source, { icons, parts });
	const app = whole.app(createStaticApp(PAGE_TABLE));

	for (const query of ["", "?q=<slot></slot>"]) {
		const document = createRenderer({ resolveIcon: ignore }).prepareDocument(source)(query);
		expect(document).toBe(whole.document(query, renderToString(app(query))));
	}
});

function renderDocument(source: Partial<DocumentSource> = {}): string {
	return createRenderer({ resolveIcon: ignore }).prepareDocument(sampleSource(source))("");
}

function sampleSource(source: Partial<DocumentSource>): DocumentSource {
	const assets = { scripts: ["entry.1.js", "page.1.js"], styles: ["entry.1.css"] };
	return { assets, sheets: {}, state: sampleState(), html: "", machineHead: "", ...source };
}

function ignore(): undefined {}

function stateIn(document: string): unknown {
	const start = document.indexOf(`id="${STATE_ELEMENT_ID}">`);
	const json = document.slice(
		document.indexOf(">", start) + 1,
		document.indexOf("</script>", start),
	);
	return JSON.parse(json);
}
