import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { ICON_ENDPOINT } from "../../shared/theme/icons.ts";
import { JSON_TYPE, type SendAnswer } from "../http-cache/send-answer.ts";
import type { IconLibrary } from "../icons/icon-library.ts";

interface IconsOptions {
	readonly icons: Pick<IconLibrary, "lookUp">;
	readonly sendAnswer: SendAnswer;
}

interface IconRoute {
	readonly Params: { readonly file: string };
	readonly Querystring: { readonly icons?: string | readonly string[] };
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
export const icons = fp<IconsOptions>(async (site, context) => {
	site.get<IconRoute>(`${ICON_ENDPOINT}:file`, async ({ params, query }, reply) => {
		const [, collection] = /^([a-z0-9-]+)\.json$/.exec(params.file) ?? [];
		if (collection === undefined) return sendProblem(reply, 404, NO_COLLECTION);
		const names = readNames(query.icons);
		if (names.length === 0) return sendProblem(reply, 400, "icons must name at least one icon");
		if (names.length > MAX_NAMES) {
			const rule = `icons must name at most ${MAX_NAMES} icons: it names ${names.length}`;
			return sendProblem(reply, 400, rule);
		}
		const found = context.icons.lookUp(collection, names);
		if (found === "unknown-collection") return sendProblem(reply, 404, NO_COLLECTION);
		if (found === "failed") return sendProblem(reply, 500, "The icon collection cannot be read");
		const isComplete = found.not_found === undefined;
		return context.sendAnswer(reply, {
			body: () => JSON.stringify(found),
			mediaType: JSON_TYPE,
			cacheControl: isComplete ? `public, max-age=${ONE_WEEK_SECONDS}` : "no-store",
			scope: "client",
		});
	});
});

const NO_COLLECTION = "There is no such icon collection";

function readNames(icons: string | readonly string[] | undefined): string[] {
	const names = [icons ?? []].flat().flatMap((list) => list.split(","));
	return [...new Set(names.filter((name) => name !== ""))];
}
