import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { queryValue } from "../../http/query-value.ts";

/** The parts of posthog-js that a page loads when it needs them. */
export interface StaticScripts {
	/**
	 * @param version The one that the client asks for; `undefined` when it names none.
	 * @returns The part of that very version where it is carried, or else of the newest: clients
	 *   load the parts of another version of the same major without harm.
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

/** No package has them, and without an answer the client complains to the console. */
const EMPTY_SCRIPTS: ReadonlySet<string> = new Set(["toolbar.js", "web-experiments.js"]);

/**
 * Reads scripts, each when it is first asked for.
 *
 * @param folder Has a folder for each version that is carried, as the build makes them.
 */
export function createStaticScripts(folder: string): StaticScripts {
	const versions = existsSync(folder) ? readdirSync(folder).toSorted(newestFirst) : [];
	// Only names that are in a folder are ever read: a request is never a path.
	const names = new Map(
		versions.map((version) => [
			version,
			new Set(readdirSync(join(folder, version)).filter((name) => name.endsWith(".js"))),
		]),
	);
	const cache = new Map<string, StaticScript>();
	const empty = scriptOf(Buffer.alloc(0));
	return {
		find: (name, wanted = versions[0]) => {
			if (EMPTY_SCRIPTS.has(name)) return empty;
			const carried = versions.filter(
				(version) => names.get(version)?.has(name) && majorOf(version) === majorOf(wanted),
			);
			const version = carried.find((known) => known === wanted) ?? carried[0];
			if (version === undefined) return undefined;
			const path = join(folder, version, name);
			const script = cache.get(path) ?? scriptOf(readFileSync(path));
			cache.set(path, script);
			return script;
		},
	};
}

function newestFirst(one: string, other: string): number {
	return other.localeCompare(one, "en", { numeric: true });
}

function majorOf(version = ""): string {
	return version.split(".", 1)[0] ?? "";
}

function scriptOf(bytes: Buffer): StaticScript {
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
