import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import {
	Link,
	useHref,
	useLoaderData,
	useLocation,
	useParams,
	useSearchParams,
} from "react-router";
import { expect, test } from "vitest";
import { createStaticApp } from "../../src/app/static-app.tsx";
import type { PageView } from "../../src/app/view.ts";
import { sampleConfig, samplePage } from "./sample-state.ts";

test("what is shown at one path has its own query and data each time", () => {
	const appWith = createStaticApp([])(sampleConfig(), "/beans");

	const [first, second] = [appWith(view("?page=1", "One")), appWith(view("?page=2", "Two"))];
	const shown = [first, second, first].map((app) => placeIn(renderToString(app)));

	expect(shown).toEqual(["One / /beans ?page=1", "Two / /beans ?page=2", "One / /beans ?page=1"]);
});

test("an app below a base path knows where it is", () => {
	const appWith = createStaticApp([])(sampleConfig({ basePath: "/docs" }), "/green beans");

	const shown = placeIn(renderToString(appWith(view("", "Beans"))));

	expect(shown).toBe("Beans /docs /green%20beans ");
});

test("a page of the table has the hooks and links of the router", () => {
	const appWith = createStaticApp([{ id: "bed", pattern: "/beds/:name" }])(
		sampleConfig({ basePath: "/docs" }),
		"/beds/old oak",
	);
	const page = samplePage({ id: "bed", path: "/beds/old oak", data: { rows: 3 } });

	const html = renderToString(appWith({ ...page, Page: Bed, params: {}, query: "?row=2" }));

	expect(html).toContain(
		'<a href="/docs/beds/new?row=1#top" data-discover="true">old oak, row 2 of 3</a>',
	);
});

test("a page without a loader has null as its data", () => {
	const appWith = createStaticApp([{ id: "bed", pattern: "/beds/:name" }])(
		sampleConfig(),
		"/beds/x",
	);

	const html = renderToString(appWith({ ...samplePage(), Page: Data, params: {}, query: "" }));

	expect(placeIn(html)).toBe("null");
});

function Bed(): ReactElement {
	const { rows } = useLoaderData<{ rows: number }>();
	const { name } = useParams();
	const [search] = useSearchParams();
	return (
		<Link
			to="../new?row=1#top"
			relative="path"
		>{`${name}, row ${search.get("row")} of ${rows}`}</Link>
	);
}

function Data(): ReactElement {
	return <output>{JSON.stringify(useLoaderData())}</output>;
}

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
