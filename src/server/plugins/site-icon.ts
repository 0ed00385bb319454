import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { DRAWN_ICON_PATH, drawSiteIcon } from "../pages/site-icon.ts";

export interface SiteIconOptions {
	readonly siteName: () => string;
}

/** Answers with the drawn icon where the site folder has none of its own. */
export const siteIcon = fp(registerSiteIcon, { name: "site-icon", fastify: "5.x" });

async function registerSiteIcon(
	site: FastifyInstance,
	{ siteName }: SiteIconOptions,
): Promise<void> {
	site.get(DRAWN_ICON_PATH, async (_request, reply) =>
		reply
			.header("cache-control", "public, max-age=3600")
			.type("image/svg+xml")
			.send(drawSiteIcon(siteName())),
	);
}
