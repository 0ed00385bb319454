import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import type { SiteFile } from "../../content/files/place-files.ts";
import type { SiteContext } from "../site-context.ts";

/** Serves the files of the site folder that are no pages. */
export const publicFiles = fp<SiteContext>(async (site, { outsiders, sendFile }) => {
	// No promise for other requests: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) => {
		const { path, wantsPayload } = request.target;
		if (path === undefined || wantsPayload) return next();
		// Caches may have a copy of a public file, also for visitors who have signed in.
		const found = outsiders.revision().files.get(path) ?? request.view.revision().files.get(path);
		if (found === undefined) return next();
		void sendOrPass(reply, found, next);
	});

	/** After the headers are sent, an error ends the connection. */
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
