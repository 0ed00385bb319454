import fp from "fastify-plugin";
import { IMAGES_PREFIX, readImageAddress } from "../../content/images/image-address.ts";
import type { SiteContext } from "../site-context.ts";

/** The content names itself in the address, so nothing else is ever there. */
const FOR_ALL = "public, max-age=31536000, immutable";

/**
 * Sends smaller sizes of images, each to the visitors who may read the image itself. An address with
 * another content, such as that of a page that was loaded before the image was saved, gets the image.
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
				for: "client",
			});
		}
		return (await context.sendFile(reply, file)) ? reply : reply.callNotFound();
	});
});
