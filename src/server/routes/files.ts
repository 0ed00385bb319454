import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { logFailure } from "../../platform/observability/log-failure.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { SiteFile } from "../content/files/place-files.ts";
import { IMAGES_PREFIX, readImageAddress } from "../content/images/image-address.ts";
import { DRAWN_ICON_PATH, drawSiteIcon } from "../pages/site-icon.ts";
import type { SiteContext } from "./site-context.ts";

/** Serves the files of the site folder that are not pages. */
export const publicFiles = fp<SiteContext>(async (site, { outsiders, sendFile }) => {
	// Avoids a promise for other requests: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) => {
		const { path, wantsPayload } = request.target;
		if (path === undefined || wantsPayload) return next();
		// Public files first: caches may store them, also for signed-in visitors.
		const found = outsiders.revision().files.get(path) ?? request.view.revision().files.get(path);
		if (found === undefined) return next();
		sendOrPass(reply, found, next).catch(logFailure(request.log, "A file cannot be sent"));
	});

	/** After the headers are sent, an error closes the connection. */
	async function sendOrPass(
		reply: FastifyReply,
		found: SiteFile,
		next: (error?: Error) => void,
	): Promise<void> {
		try {
			if (!(await sendFile(reply, found))) next();
		} catch (error) {
			next(error instanceof Error ? error : new Error(String(error)));
		}
	}
});

/** For an address with a hash of its content, which never changes. */
const FOR_ALL = "public, max-age=31536000, immutable";

/**
 * Sends smaller sizes of images to visitors who may read the image itself. Sends the image itself for an
 * address with the hash of another content, such as that of a page loaded before the image was saved.
 */
export const images = fp<SiteContext>(async (site, { outsiders, images: store, ...context }) => {
	site.get(`${IMAGES_PREFIX}/*`, async (request, reply) => {
		const variant = readImageAddress(request.target.path);
		if (variant === undefined || store === undefined) return reply.callNotFound();
		const open = outsiders.revision().files.get(variant.path);
		const file = open ?? request.view.revision().files.get(variant.path);
		if (file === undefined) return reply.callNotFound();
		const bytes = await store.find(file, variant);
		if (bytes !== undefined) {
			return context.sendAnswer(reply, {
				body: () => ({ identity: bytes }),
				mediaType: `image/${variant.format}`,
				cacheControl: open === undefined ? "private, no-store" : FOR_ALL,
				scope: "client",
			});
		}
		return (await context.sendFile(reply, file)) ? reply : reply.callNotFound();
	});
});

/** Serves the operator's colors, fonts and styles, and a default icon if the site has no icon. */
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
			cacheControl: isSame ? FOR_ALL : "no-cache",
			scope: "all",
		});
	});
});
