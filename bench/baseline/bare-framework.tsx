/**
 * The baseline for pages with a loader: React Router's framework mode, with the same tree and the same
 * document head, behind Fastify. The entry is React Router's own `entry.server.node.tsx`.
 *
 * Arguments: a file with a document of the product, a file with the payload of the page, the port.
 */
import { PassThrough, Readable } from "node:stream";
import Fastify from "fastify";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
	createRequestHandler,
	Outlet,
	Scripts,
	ScrollRestoration,
	type ServerBuild,
	ServerRouter,
} from "react-router";
import { IconContext } from "../../src/app/components/icon.tsx";
import { RoutedLayout } from "../../src/app/router.tsx";
import { RuntimeConfigContext } from "../../src/app/runtime-config.ts";
import { LAYOUT_ROUTE_ID } from "../../src/app/view.ts";
import Products, { loader } from "./list-page.tsx";
import { readRecordedPage } from "./recorded-page.ts";

const [documentFile = "", payloadFile = "", port = "0"] = process.argv.slice(2);
const { before, config, payload, icons } = readRecordedPage(documentFile, payloadFile);
const head = before.slice(before.indexOf("<head>") + "<head>".length, before.indexOf("</head>"));
const { routeData: _, ...page } = payload.page;

function Root(): ReactElement {
	return (
		<html lang="en">
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the product wrote it. */}
			<head dangerouslySetInnerHTML={{ __html: head }} />
			<body>
				<div id="app">
					<IconContext value={icons}>
						<RuntimeConfigContext value={config}>
							<Outlet />
						</RuntimeConfigContext>
					</IconContext>
				</div>
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

const routes = {
	root: { id: "root", path: "", module: { default: Root } },
	[LAYOUT_ROUTE_ID]: {
		id: LAYOUT_ROUTE_ID,
		parentId: "root",
		module: { default: RoutedLayout, loader: () => ({ ...payload, page }) },
	},
	list: {
		id: "list",
		parentId: LAYOUT_ROUTE_ID,
		path: "products",
		module: { default: Products, loader },
	},
};

const handle = createRequestHandler(
	{
		entry: { module: { default: answer } },
		routes,
		assets: {
			entry: { imports: [], module: "/entry.js" },
			url: "/manifest.js",
			version: "1",
			routes: Object.fromEntries(
				Object.entries(routes).map(([id, { module, ...route }]) => [
					id,
					{
						...route,
						module: `/${id}.js`,
						hasLoader: "loader" in module,
						hasAction: false,
						hasClientAction: false,
						hasClientLoader: false,
						hasClientMiddleware: false,
						hasErrorBoundary: false,
						hasDefaultExport: true,
					},
				]),
			),
		},
		publicPath: "/",
		assetsBuildDirectory: "",
		basename: "/",
		prerender: [],
		future: {},
		ssr: true,
		isSpaMode: false,
		routeDiscovery: { mode: "initial" },
		// The type also names members that only its own bundler sets.
	} as unknown as ServerBuild,
	"production",
);

function answer(
	request: Request,
	status: number,
	headers: Headers,
	context: Parameters<typeof ServerRouter>[0]["context"],
): Promise<Response> {
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
		onShellReady() {
			const body = new PassThrough();
			headers.set("content-type", "text/html");
			resolve(new Response(Readable.toWeb(body) as ReadableStream, { headers, status }));
			pipe(body);
		},
		onShellError: reject,
	});
	return promise;
}

const service = Fastify();
service.get("/*", async (request, reply) => {
	const response = await handle(new Request(`http://127.0.0.1:${port}${request.url}`));
	reply.code(response.status).headers(Object.fromEntries(response.headers));
	return reply.send(response.body);
});
await service.listen({ port: Number(port), host: "127.0.0.1" });
