import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../answers/send-error.ts";
import type { SiteSheet } from "../content/look/site-sheet.ts";
import { DRAWN_ICON_PATH, drawSiteIcon } from "../pages/site-icon.ts";

export interface SiteLookOptions {
	readonly siteName: () => string;
	readonly sheet: () => SiteSheet | undefined;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Answers with the operator's colors, fonts and styles, and with a default icon if the site has no icon. */
export const siteLook = fp(registerSiteLook, { name: "site-look", fastify: "5.x" });

async function registerSiteLook(
	site: FastifyInstance,
	{ siteName, sheet, sendAnswer, sendError }: SiteLookOptions,
): Promise<void> {
	site.get(DRAWN_ICON_PATH, async (_request, reply) =>
		reply
			.header("cache-control", "public, max-age=3600")
			.type("image/svg+xml")
			.send(drawSiteIcon(siteName())),
	);
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
