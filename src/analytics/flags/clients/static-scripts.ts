import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { queryValue } from "../../http/query-value.ts";

/** The parts of posthog-js that a page loads when it needs them. */
export interface StaticScripts {
	readonly version: string;
	/**
	 * @param version The one that the client asks for; the parts of one version do not fit
	 *   another. `undefined` when it names none.
	 */
	readonly find: (name: string, version: string | undefined) => StaticScript | undefined;
}

export interface StaticScript {
	readonly bytes: Buffer;
	readonly gzipped: Buffer;
	readonly etag: string;
}

export interface StaticScriptsOptions {
	readonly scripts: StaticScripts;
}

export const staticScripts = fp(registerStaticScripts, { name: "static-scripts", fastify: "5.x" });

interface ScriptParams {
	readonly name: string;
	readonly version?: string;
}

async function registerStaticScripts(
	service: FastifyInstance,
	{ scripts }: StaticScriptsOptions,
): Promise<void> {
	const handler = async (
		request: FastifyRequest<{ Params: ScriptParams }>,
		reply: FastifyReply,
	): Promise<FastifyReply> => {
		const { name, version = queryValue(request, "v") } = request.params;
		const script = scripts.find(name, version);
		if (script === undefined) return sendMissing(reply);
		return sendScript(request, reply, script);
	};
	service.get("/static/:name", handler);
	service.get("/static/:version/:name", handler);
}

/** Reads the scripts of an installed posthog-js, each when it is first asked for. */
export function createStaticScripts(packageName: string): StaticScripts {
	const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
	// The version of a package is a text, or npm would not have installed it.
	const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
	const folder = join(dirname(manifest), "dist");
	// Only names that are in the folder are ever read: a request is never a path.
	const names = new Set(readdirSync(folder).filter((name) => name.endsWith(".js")));
	const cache = new Map<string, StaticScript>();
	return {
		version,
		find: (name, wanted) => {
			if (!names.has(name) || (wanted !== undefined && wanted !== version)) return undefined;
			const script = cache.get(name) ?? readScript(join(folder, name));
			cache.set(name, script);
			return script;
		},
	};
}

function readScript(path: string): StaticScript {
	const bytes = readFileSync(path);
	const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
	return { bytes, gzipped: gzipSync(bytes), etag };
}

function sendScript(
	request: FastifyRequest,
	reply: FastifyReply,
	{ bytes, gzipped, etag }: StaticScript,
): FastifyReply {
	// Origins are mirrored, so a shared cache must keep the answers to each apart.
	const vary = "accept-encoding, origin";
	reply.headers({ etag, vary, "cache-control": "public, max-age=3600" });
	if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
	reply.type("text/javascript; charset=utf-8");
	const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
	return takesGzip ? reply.header("content-encoding", "gzip").send(gzipped) : reply.send(bytes);
}

function sendMissing(reply: FastifyReply): FastifyReply {
	return reply
		.code(404)
		.header("cache-control", "no-store")
		.type("text/plain; charset=utf-8")
		.send("No such script");
}
