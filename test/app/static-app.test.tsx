import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { useHref, useLocation } from "react-router";
import { expect, test } from "vitest";
import { prepareStaticApp } from "../../src/app/static-app.tsx";
import type { PageView } from "../../src/app/view.ts";
import { sampleConfig, samplePage } from "./sample-state.ts";

test("what is shown at one path has its own query and data each time", () => {
	const appWith = prepareStaticApp(sampleConfig(), "/beans");

	const [first, second] = [appWith(view("?page=1", "One")), appWith(view("?page=2", "Two"))];
	const shown = [first, second, first].map((app) => placeIn(renderToString(app)));

	expect(shown).toEqual(["One / /beans ?page=1", "Two / /beans ?page=2", "One / /beans ?page=1"]);
});

test("an app below a base path knows where it is", () => {
	const appWith = prepareStaticApp(sampleConfig({ basePath: "/docs" }), "/green beans");

	const shown = placeIn(renderToString(appWith(view("", "Beans"))));

	expect(shown).toBe("Beans /docs /green%20beans ");
});

function view(query: string, title: string): PageView {
	return { ...samplePage({ title }), Page: Place, params: {}, query };
}

function Place({ page }: { readonly page: { readonly title: string } }): ReactElement {
	const { pathname, search } = useLocation();
	const home = useHref("/");
	return <output>{`${page.title} ${home} ${pathname} ${search}`}</output>;
}

function placeIn(html: string): string | undefined {
	return /<output>([^<]*)</.exec(html)?.[1];
}
