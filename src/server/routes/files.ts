import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { IMAGES_PREFIX, readImageAddress } from "../content/images/image-address.ts";
import type { SharedRevision } from "../content/revision.ts";
import type { SendAnswer } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import type { SendFile } from "../http-cache/send-file.ts";
import type { ImageStore } from "../images/image-store.ts";
import { drawSiteIcon } from "../pages/site-icon.ts";
import type { SiteView } from "../pages/site-views.ts";

interface FileOptions {
	/** The view that every visitor may read. */
	readonly outsiders: SiteView;
	readonly sendFile: SendFile;
}

interface ImagesOptions extends FileOptions {
	/** Absent: no smaller sizes of images are made. */
	readonly images: Pick<ImageStore, "find"> | undefined;
	readonly sendAnswer: SendAnswer;
}

interface SiteLookOptions {
	readonly revision: () => SharedRevision;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Sends the file of the site folder at the path of the request. @returns Whether there is one. */
export async function sendFileAtPath(
	{ outsiders, sendFile }: FileOptions,
	reply: FastifyReply,
): Promise<boolean> {
	const { target, view } = reply.request;
	const { path, wantsPayload } = target;
	if (path === undefined || wantsPayload) return false;
	// Public files first: caches may store them, also for signed-in visitors.
	const found = outsiders.revision().files.get(path) ?? view.revision().files.get(path);
	return found !== undefined && sendFile(reply, found);
}

/** For an address with a hash of its content, which never changes. */
const FOR_ALL = "public, max-age=31536000, immutable";

/**
 * Sends smaller sizes of images to visitors who may read the image itself. Sends the image itself for an
 * address with the hash of another content, such as that of a page loaded before the image was saved.
 */
export const resizedImages = fp<ImagesOptions>(
	async (site, { outsiders, images: store, ...context }) => {
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
	},
);

/** Sends a default icon, for a site without an icon. */
export async function answerDrawnIcon(
	{ revision }: Pick<SiteLookOptions, "revision">,
	reply: FastifyReply,
): Promise<FastifyReply> {
	return reply
		.header("cache-control", "public, max-age=3600")
		.type("image/svg+xml")
		.send(drawSiteIcon(revision().config.public.name));
}

/** Serves the operator's colors, fonts and styles. */
export const siteLook = fp<SiteLookOptions>(async (site, { revision, sendAnswer, sendError }) => {
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
