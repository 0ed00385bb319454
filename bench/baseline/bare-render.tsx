/**
 * The baseline for pages that are rendered for one visitor: Fastify without additions, and
 * `renderToString` of the same tree, inserted into the document that the product sent around it.
 *
 * Arguments: a file with a document of the product, a file with the payload of the page, the port.
 */
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import { renderToString } from "react-dom/server";
import { IconContext } from "../../src/app/components/icon.tsx";
import { Page } from "../../src/app/pages/page.tsx";
import { parsePayload } from "../../src/shared/page/payload.ts";
import {
	APP_ELEMENT_ID,
	type AppState,
	STATE_ELEMENT_ID,
} from "../../src/shared/page/public-config.ts";
import { BareApp } from "./bare-app.tsx";

const [documentFile = "", payloadFile = "", port = "0"] = process.argv.slice(2);
const html = readFileSync(documentFile, "utf8");
const payload = parsePayload(JSON.parse(readFileSync(payloadFile, "utf8")));
if (payload?.kind !== "page") throw new TypeError("The payload must be that of a page");

const appStart =
	html.indexOf(`<div id="${APP_ELEMENT_ID}">`) + `<div id="${APP_ELEMENT_ID}">`.length;
const stateTag = `<script type="application/json" id="${STATE_ELEMENT_ID}">`;
const appEnd = html.lastIndexOf(`</div>\n${stateTag}`);
const [before, after] = [html.slice(0, appStart), html.slice(appEnd)];
const stateText = html.slice(
	html.lastIndexOf(stateTag) + stateTag.length,
	html.lastIndexOf("</script>"),
);
const { config }: AppState = JSON.parse(stateText);

const drawings = new Map(
	[...html.matchAll(/data-icon="([^"]+)"[^>]*>(<svg.*?<\/svg>)/g)].map(
		([, name = "", svg]) => [name, svg] as const,
	),
);
const icons = {
	markup: (name: string) => drawings.get(name),
	request: ignore,
	subscribe: () => ignore,
};
const view = { ...payload, Page, params: {}, query: "" };

function render(): string {
	const app = renderToString(
		<IconContext value={icons}>
			<BareApp config={config} view={view} />
		</IconContext>,
	);
	return before + app + after;
}

if (render() !== html) {
	throw new RangeError("The tree must be that of the product: it renders something else");
}

const service = Fastify();
service.get("/*", (_request, reply) => {
	reply.type("text/html; charset=utf-8").send(render());
});
await service.listen({ port: Number(port), host: "127.0.0.1" });

function ignore(): void {}
