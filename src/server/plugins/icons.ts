import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { ICON_ENDPOINT } from "../../shared/appearance/icons.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { IconLibrary } from "../icons/icon-library.ts";

export interface IconsOptions {
	readonly library: Pick<IconLibrary, "lookUp">;
	readonly sendAnswer: SendAnswer;
}

/** Iconify's client requests fewer, because its URLs have at most 500 characters. */
const MAX_NAMES = 500;

const ONE_WEEK_SECONDS = 7 * 24 * 60 * 60;

/**
 * Answers `GET /api/_nuxt_icon/{collection}.json?icons=a,b` in Iconify's JSON.
 *
 * Only a complete answer may be cached: the next deployment may add a missing icon.
 *
 * @see https://iconify.design/docs/api/icon-data.html
 */
export const icons = fp(registerIcons, { name: "icons", fastify: "5.x" });

interface IconsRoute {
	readonly Params: { readonly file: string };
	readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

async function registerIcons(site: FastifyInstance, options: IconsOptions): Promise<void> {
	site.get<IconsRoute>(`${ICON_ENDPOINT}:file`, async (request, reply) => {
		const collection = collectionOf(request.params.file);
		if (collection === undefined)
			return sendProblem(reply, 404, "There is no such icon collection");
		const names = readNames(request.query["icons"]);
		if (names.length === 0) return sendProblem(reply, 400, "icons must name at least one icon");
		if (names.length > MAX_NAMES) {
			return sendProblem(
				reply,
				400,
				`icons must name at most ${MAX_NAMES} icons: it names ${names.length}`,
			);
		}
		const lookup = options.library.lookUp(collection, names);
		return answer(options.sendAnswer, lookup, { request, reply });
	});
}

function answer(
	sendAnswer: SendAnswer,
	lookup: ReturnType<IconLibrary["lookUp"]>,
	{ request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply | Promise<FastifyReply> {
	if (lookup.kind === "unknown-collection") {
		return sendProblem(reply, 404, "There is no such icon collection");
	}
	if (lookup.kind === "failed")
		return sendProblem(reply, 500, "The icon collection cannot be read");
	const isComplete = lookup.icons.not_found === undefined;
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(JSON.stringify(lookup.icons)) },
			mediaType: "application/json; charset=utf-8",
		}),
		cacheControl: isComplete ? `public, max-age=${ONE_WEEK_SECONDS}` : "no-store",
		for: "client",
	});
}

function collectionOf(file: string): string | undefined {
	return /^([a-z0-9-]+)\.json$/.exec(file)?.[1];
}

function readNames(icons: string | readonly string[] | undefined): string[] {
	const names = [icons ?? []].flat().flatMap((list) => list.split(","));
	return [...new Set(names.filter((name) => name !== ""))];
}
