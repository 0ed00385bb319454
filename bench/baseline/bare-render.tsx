/**
 * The baseline for pages that are rendered for one visitor: Fastify without additions, and
 * `renderToString` of the same tree, inserted into the document that the product sent around it.
 *
 * Arguments: a file with a document of the product, a file with the payload of the page, the port.
 */
import Fastify from "fastify";
import { renderToString } from "react-dom/server";
import { IconContext } from "../../src/app/components/icon.tsx";
import { Page } from "../../src/app/pages/page.tsx";
import { BareApp } from "./bare-app.tsx";
import Products, { loader } from "./list-page.tsx";
import { readRecordedPage } from "./recorded-page.ts";

const [documentFile = "", payloadFile = "", port = "0"] = process.argv.slice(2);
const recorded = readRecordedPage(documentFile, payloadFile);
const { html, before, after, config, payload, icons } = recorded;
const { id } = payload.page;
const view = { ...payload, Page: id.startsWith("pages/") ? Products : Page, params: {}, query: "" };

function render(): string {
	const loaded = view.Page === Products ? { loaderData: { [id]: loader() } } : undefined;
	const app = renderToString(
		<IconContext value={icons}>
			<BareApp config={config} view={{ ...view, loaded }} />
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
