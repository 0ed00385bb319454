import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SiteSheet } from "../content/look/site-sheet.ts";
import type { SendError } from "../http/send-error.ts";

export interface SiteSheetOptions {
	readonly sheet: () => SiteSheet | undefined;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Answers with the operator's colors, fonts and styles. */
export const siteSheet = fp(registerSiteSheet, { name: "site-sheet", fastify: "5.x" });

async function registerSiteSheet(
	site: FastifyInstance,
	{ sheet, sendAnswer, sendError }: SiteSheetOptions,
): Promise<void> {
	site.get<{ Params: { hash: string } }>("/_loggia/style.:hash.css", (request, reply) => {
		const current = sheet();
		if (current === undefined) {
			return sendError(request, reply, pageNotFound(request.target.sentPath));
		}
		// A page of the revision before asks for what it looked like: this is nearest.
		const isSame = request.params.hash === current.hash;
		return sendAnswer(request, reply, {
			make: () => ({
				bodies: { identity: Buffer.from(current.css) },
				mediaType: "text/css; charset=utf-8",
			}),
			cacheControl: isSame ? "public, max-age=31536000, immutable" : "no-cache",
			for: "all",
		});
	});
}
