import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { KeptBuilds } from "../assets/kept-builds.ts";
import { JSON_TYPE, type SendAnswer, sendSentence } from "../http-cache/send-answer.ts";
import type { SiteView } from "../pages/site-views.ts";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

interface BuildsOptions {
	readonly builds: Pick<KeptBuilds, "readAsset" | "metaOf">;
	/** Metadata of the running build, with the current route rules. */
	readonly meta: () => BuildMeta;
	/** The view that every visitor may read. */
	readonly outsiders: SiteView;
	readonly sendAnswer: SendAnswer;
}

/** Serves the id of the live build, and the assets of this build and of kept builds. */
export const buildFiles = fp<BuildsOptions>(async (site, context) => {
	// A separate scope, with a 404 in plain text: browsers would report a page instead of a script as a
	// broken script.
	site.register(registerRoutes, { ...context, prefix: `/${ASSETS_FOLDER}` });
});

async function registerRoutes(
	scope: FastifyInstance,
	{ builds: kept, meta, outsiders, sendAnswer }: BuildsOptions,
): Promise<void> {
	scope.setNotFoundHandler((_request, reply) => answerMissing(reply));
	scope.get("/builds/latest.json", async (_request, reply) => {
		const { id, timestamp } = meta();
		return reply.header("cache-control", "no-store").send({ id, timestamp });
	});
	scope.get<{ Params: { id: string } }>("/builds/meta/:id.json", async ({ params }, reply) => {
		const current = meta();
		const isCurrent = params.id === current.id;
		const text = isCurrent ? JSON.stringify(current) : await kept.metaOf(params.id);
		if (text === undefined) return answerMissing(reply);
		return sendAnswer(reply, { body: () => text, mediaType: JSON_TYPE, scope: "client" });
	});
	scope.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
		const name = request.params["*"];
		const asset = await kept.readAsset(name);
		if (asset === undefined) return answerMissing(reply);
		if (!outsiders.mayLoad(asset)) {
			reply.isRefused = true;
			await reply.renewSession();
			if (!request.view.mayLoad(asset)) return answerMissing(reply);
			return sendAnswer(reply, { ...asset, body: () => asset.body, scope: "client" });
		}
		return sendAnswer(reply, {
			...asset,
			body: () => asset.body,
			cacheControl: `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
			// The page of a script may become private with the next revision.
			scope: asset.modules.length === 0 ? "build" : "revision",
		});
	});
}

/** The 404 is not cached: the file may exist after the next deployment. */
function answerMissing(reply: FastifyReply): FastifyReply {
	return sendSentence(reply, 404, "There is no such build file");
}
