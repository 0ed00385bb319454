import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { DRAWN_ICON_PATH, drawSiteIcon } from "../pages/site-icon.ts";
import type { SiteContext } from "./site-context.ts";

/** Answers with the operator's colors, fonts and styles, and with a default icon if the site has no icon. */
export const siteLook = fp<SiteContext>(async (site, { revision, sendAnswer, sendError }) => {
	site.get(DRAWN_ICON_PATH, async (_request, reply) =>
		reply
			.header("cache-control", "public, max-age=3600")
			.type("image/svg+xml")
			.send(drawSiteIcon(revision().config.public.name)),
	);
	site.get<{ Params: { hash: string } }>("/_loggia/style.:hash.css", (request, reply) => {
		const { sheet } = revision().config.look;
		if (sheet === undefined) return sendError(reply, pageNotFound(request.target.sentPath));
		// A page of an older revision gets the current sheet, which is the nearest one.
		const isSame = request.params.hash === sheet.hash;
		return sendAnswer(reply, {
			body: () => sheet.css,
			mediaType: "text/css; charset=utf-8",
			cacheControl: isSame ? "public, max-age=31536000, immutable" : "no-cache",
			for: "all",
		});
	});
});
