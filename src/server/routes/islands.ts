import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import { ISLAND_ENDPOINT } from "../../shared/page/islands.ts";
import { JSON_TYPE, type SendAnswer } from "../http-cache/send-answer.ts";
import { islandId } from "../pages/fill-islands.ts";
import type { Renderer } from "../pages/renderer.ts";

interface IslandsOptions {
	readonly renderer: Pick<Renderer, "renderIsland">;
	readonly sendAnswer: SendAnswer;
}

interface IslandRoute {
	readonly Params: { readonly file: string };
	readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const NO_ISLAND = "There is no such island";

/**
 * Serves `GET /__nuxt_island/{key}.json` with one island. The key is the island's name, with or
 * without a hash of its props; the props are the query.
 */
export const islands = fp<IslandsOptions>(async (site, { renderer, sendAnswer }) => {
	site.get<IslandRoute>(`${ISLAND_ENDPOINT}:file`, async ({ params, query, view }, reply) => {
		const { pages } = view;
		const [, name] = /^([a-z][a-z0-9-]*)(?:_[\w-]{1,64})?\.json$/.exec(params.file) ?? [];
		if (name === undefined || !view.mayRequestIsland(name)) {
			return sendProblem(reply, 404, NO_ISLAND);
		}
		const props = readProps(query);
		if (props === undefined) return sendProblem(reply, 400, "props must be a JSON object");
		const call = { name, props, sources: pages.islandData() };
		const rendering = (await pages.code.island(call)) ?? renderer.renderIsland(call);
		if (rendering.kind === "unknown") return sendProblem(reply, 404, NO_ISLAND);
		if (rendering.kind === "refused") return sendProblem(reply, 400, rendering.reason);
		const island = {
			id: islandId(name, rendering.props),
			html: rendering.html,
			head: { link: [], style: [] },
			state: { props: rendering.props },
		};
		return sendAnswer(reply, {
			body: () => JSON.stringify(island),
			mediaType: JSON_TYPE,
			scope: "flood",
		});
	});
});

/** Props are parameters, or one JSON parameter as in other servers of islands. */
function readProps({
	props,
	...parameters
}: IslandRoute["Querystring"]): Readonly<Record<string, unknown>> | undefined {
	if (props === undefined) return parameters;
	try {
		const value: unknown = JSON.parse(String(props));
		return isRecord(value) ? { ...value, ...parameters } : undefined;
	} catch {
		// The client's mistake: the route answers 400.
		return undefined;
	}
}
