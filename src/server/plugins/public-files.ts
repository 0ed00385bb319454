import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SendFile } from "../answers/send-file.ts";
import type { SiteFile } from "../content/files/place-files.ts";

export interface PublicFilesOptions {
	readonly file: (path: string) => SiteFile | undefined;
	readonly sendFile: SendFile;
}

/** Serves the files of the site folder that are no pages, as they are. */
export const publicFiles = fp(registerPublicFiles, { name: "public-files", fastify: "5.x" });

async function registerPublicFiles(
	site: FastifyInstance,
	{ file, sendFile }: PublicFilesOptions,
): Promise<void> {
	// Nothing is awaited for what is no file: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) => {
		const { path, wantsPayload } = request.target;
		const found = path === undefined || wantsPayload ? undefined : file(path);
		if (found === undefined) return next();
		void sendOrPass(found, { request, reply, next });
	});

	/** An error while the file is being sent ends the connection: the headers are sent already. */
	async function sendOrPass(found: SiteFile, { request, reply, next }: HookWords): Promise<void> {
		try {
			if (!(await sendFile(request, reply, found))) next();
		} catch (error) {
			next(error instanceof Error ? error : new Error(String(error)));
		}
	}
}

interface HookWords {
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	readonly next: (error?: Error) => void;
}
