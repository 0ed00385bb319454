import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { KeptBuilds } from "../builds/kept-builds.ts";

export interface BuildsOptions {
	readonly builds: Pick<KeptBuilds, "readAsset" | "metaOf">;
	/** Of the running build; read at each request, since the route rules can change under way. */
	readonly meta: () => BuildMeta;
	readonly sendAnswer: SendAnswer;
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
		return text === undefined ? answerMissing(reply) : sendMeta(options, { request, reply }, text);
	});
	scope.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
		const asset = await options.builds.readAsset(request.params["*"]);
		if (asset === undefined) return answerMissing(reply);
		return options.sendAnswer(request, reply, {
			make: () => asset,
			cacheControl: `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
			for: "build",
		});
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

function sendMeta(
	{ sendAnswer }: BuildsOptions,
	{ request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
	text: string,
): Promise<FastifyReply> {
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(text) },
			mediaType: "application/json; charset=utf-8",
		}),
		cacheControl: "no-cache",
		for: "client",
	});
}

/** The same file may be there after the next deployment, so no cache may keep this answer. */
function answerMissing(reply: FastifyReply): FastifyReply {
	return reply
		.code(404)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send("There is no such build file\n");
}
