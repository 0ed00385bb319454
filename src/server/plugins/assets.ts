import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { ASSETS_FOLDER } from "../../shared/build-manifest.ts";

export interface AssetsOptions {
	/** Absolute folder of the build's files. */
	readonly folder: string;
}

/** Serves build assets, whose names change with their content. */
export const assets = fp(registerAssets, { name: "assets", fastify: "5.x" });

async function registerAssets(site: FastifyInstance, { folder }: AssetsOptions): Promise<void> {
	site.get<{ Params: { "*": string } }>(`/${ASSETS_FOLDER}/*`, async (request, reply) =>
		reply
			.header("cache-control", "public, max-age=31536000, immutable")
			.sendFile(request.params["*"], folder, { cacheControl: false, index: false }),
	);
}
