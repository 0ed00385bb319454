import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { ISLAND_ENDPOINT, type IslandSources } from "../../shared/page/islands.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import { islandId, type RenderIsland } from "../pages/fill-islands.ts";

export interface IslandsOptions {
	readonly renderIsland: RenderIsland;
	/** Asked at each request: content changes, and pages have their hours. */
	readonly sources: () => IslandSources;
	readonly sendAnswer: SendAnswer;
}

/**
 * Answers `GET /__nuxt_island/{key}.json` with one island by itself. The key is the island's
 * name, with or without a hash of its props behind it; the props are the query.
 */
export const islands = fp(registerIslands, { name: "islands", fastify: "5.x" });

interface IslandsRoute {
	readonly Params: { readonly file: string };
	readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

async function registerIslands(site: FastifyInstance, options: IslandsOptions): Promise<void> {
	site.get<IslandsRoute>(`${ISLAND_ENDPOINT}:file`, async (request, reply) =>
		answerIsland(options, request, reply),
	);
}

function answerIsland(
	{ renderIsland, sources, sendAnswer }: IslandsOptions,
	request: FastifyRequest<IslandsRoute>,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const name = nameOf(request.params.file);
	if (name === undefined) return sendProblem(reply, 404, "There is no such island");
	const props = readProps(request.query);
	if (props === undefined) return sendProblem(reply, 400, "props must be a JSON object");
	const rendering = renderIsland({ name, props, sources: sources() });
	if (rendering.kind === "unknown") return sendProblem(reply, 404, "There is no such island");
	if (rendering.kind === "refused") return sendProblem(reply, 400, rendering.reason);
	const island = {
		id: islandId(name, rendering.props),
		html: rendering.html,
		head: { link: [], style: [] },
		state: { props: rendering.props },
	};
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(JSON.stringify(island)) },
			mediaType: "application/json; charset=utf-8",
		}),
		cacheControl: "no-cache",
		for: "flood",
	});
}

function nameOf(file: string): string | undefined {
	return /^([a-z][a-z0-9-]*)(?:_[\w-]{1,64})?\.json$/.exec(file)?.[1];
}

/** Props are parameters of their own or, as other servers of islands have it, one of JSON. */
function readProps({
	props,
	...parameters
}: IslandsRoute["Querystring"]): Readonly<Record<string, unknown>> | undefined {
	if (props === undefined) return parameters;
	const parsed = parseObject(String(props));
	return parsed === undefined ? undefined : { ...parsed, ...parameters };
}

function parseObject(json: string): object | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		// The caller's mistake, answered with 400.
		return undefined;
	}
}
