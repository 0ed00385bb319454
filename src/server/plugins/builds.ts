import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { KeptBuilds } from "../builds/kept-builds.ts";
import { isNotModified, weakETag } from "../http/conditional.ts";

export interface BuildsOptions {
	readonly builds: Pick<KeptBuilds, "folderOfAsset" | "metaOf">;
	/** Of the running build; read at each request, since the route rules can change under way. */
	readonly meta: () => BuildMeta;
}

/** Says which build is live, and serves the assets of this build and of those that are kept. */
export const builds = fp(registerBuilds, { name: "builds", fastify: "5.x" });

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

async function registerBuilds(site: FastifyInstance, options: BuildsOptions): Promise<void> {
	// A scope of its own: whatever is missing here is answered in plain text, since a page in
	// the place of a script would be reported as a broken script.
	site.register(registerRoutes, { ...options, prefix: `/${ASSETS_FOLDER}` });
}

async function registerRoutes(scope: FastifyInstance, options: BuildsOptions): Promise<void> {
	scope.setNotFoundHandler((_request, reply) => answerMissing(reply));
	scope.get("/builds/latest.json", async (_request, reply) => {
		const { id, timestamp } = options.meta();
		return reply.header("cache-control", "no-store").send({ id, timestamp });
	});
	scope.get<{ Params: { file: string } }>("/builds/meta/:file", async (request, reply) => {
		const text = await readMeta(options, request.params.file);
		return text === undefined ? answerMissing(reply) : answerMeta(reply, text);
	});
	scope.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
		const name = request.params["*"];
		const folder = await options.builds.folderOfAsset(name);
		if (folder === undefined) return answerMissing(reply);
		return reply
			.header("cache-control", `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
			.sendFile(name, folder, { cacheControl: false, index: false });
	});
}

async function readMeta(
	{ builds, meta }: BuildsOptions,
	file: string,
): Promise<string | undefined> {
	const current = meta();
	if (file === `${current.id}.json`) return JSON.stringify(current);
	return file.endsWith(".json") ? builds.metaOf(file.slice(0, -".json".length)) : undefined;
}

function answerMeta(reply: FastifyReply, text: string): FastifyReply {
	const etag = weakETag(text);
	reply.header("cache-control", "no-cache").header("etag", etag);
	if (isNotModified(reply.request.headers["if-none-match"], etag)) return reply.code(304).send();
	return reply.type("application/json; charset=utf-8").send(text);
}

/** The same file may be there after the next deployment, so nobody may keep this answer. */
function answerMissing(reply: FastifyReply): FastifyReply {
	return reply
		.code(404)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send("There is no such build file\n");
}
