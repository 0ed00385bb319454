import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import type { SiteFile } from "../content/files/site-file.ts";

export interface PublicFilesOptions {
	readonly file: (path: string) => SiteFile | undefined;
}

/** Serves the files of the site folder that are no pages, as they are. */
export const publicFiles = fp(registerPublicFiles, { name: "public-files", fastify: "5.x" });

async function registerPublicFiles(
	site: FastifyInstance,
	{ file }: PublicFilesOptions,
): Promise<void> {
	// Nothing is awaited for what is no file: most requests pass through here.
	site.addHook("onRequest", (request, reply, next) => {
		const { path, wantsPayload } = request.target;
		const found = path === undefined || wantsPayload ? undefined : file(path);
		return found === undefined ? next() : sendSiteFile(reply, found);
	});
}

async function sendSiteFile(
	reply: FastifyReply,
	{ absolutePath, realRoot }: SiteFile,
): Promise<FastifyReply | undefined> {
	// The folder belongs to its author and may have changed since it was read: a link that
	// leads elsewhere by now must not be followed.
	const realFile = await realpath(absolutePath).catch(() => undefined);
	if (realFile === undefined || !realFile.startsWith(realRoot + sep)) return undefined;
	return reply
		.header("cache-control", "no-cache")
		.sendFile(relative(realRoot, realFile), realRoot, { cacheControl: false, index: false });
}
