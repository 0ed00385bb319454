import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { queryValue } from "../../http/query-value.ts";
import { sendText } from "../../http/send-text.ts";

/** Version of the site's own client. A request without a version gets this one. */
const OWN_VERSION = "1.215.1";

interface StaticScript {
	readonly bytes: Buffer;
	readonly gzipped: Buffer;
	readonly etag: string;
}

/** Serves posthog-js and the parts that a page loads on demand. */
export function staticScripts(service: FastifyInstance, findScript: FindScript): void {
	const handler = async (
		request: FastifyRequest<{ Params: { readonly name: string; readonly version?: string } }>,
		reply: FastifyReply,
	): Promise<FastifyReply> => {
		const { name, version = queryValue(request, "v") } = request.params;
		const script = findScript(name, version);
		if (script !== undefined) return sendScript(request, reply, script);
		return sendText(reply.header("cache-control", "no-store"), 404, "No such script");
	};
	service.get("/static/:name", handler);
	service.get("/static/:version/:name", handler);
}

/** No package contains these scripts. Without a response, clients log an error. */
const EMPTY_SCRIPTS: ReadonlySet<string> = new Set(["toolbar.js", "web-experiments.js"]);

/**
 * @param version Version in the request.
 * @returns The script of that version, otherwise of the newest version with the same major version:
 *   their parts are compatible.
 */
export type FindScript = (name: string, version?: string) => StaticScript | undefined;

/**
 * Reads each script at its first request.
 *
 * @param folder Folder of the build, with a folder for each version.
 */
export function createStaticScripts(folder: string): FindScript {
	const versions = existsSync(folder) ? readdirSync(folder).toSorted(newestFirst) : [];
	// Only listed names are read, so a request cannot choose a path.
	const names = new Map(
		versions.map((version) => [
			version,
			new Set(readdirSync(join(folder, version)).filter((name) => name.endsWith(".js"))),
		]),
	);
	const cache = new Map<string, StaticScript>();
	const empty = scriptOf(Buffer.alloc(0));
	return (name, wanted = OWN_VERSION) => {
		if (EMPTY_SCRIPTS.has(name)) return empty;
		const matching = versions.filter(
			(version) => names.get(version)?.has(name) && majorOf(version) === majorOf(wanted),
		);
		const version = matching.includes(wanted) ? wanted : matching[0];
		if (version === undefined) return undefined;
		const path = join(folder, version, name);
		const script = cache.get(path) ?? scriptOf(readFileSync(path));
		cache.set(path, script);
		return script;
	};
}

function newestFirst(one: string, other: string): number {
	return other.localeCompare(one, "en", { numeric: true });
}

function majorOf(version: string): string {
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
	// The CORS header names the origin, so a shared cache must separate origins.
	const vary = "accept-encoding, origin";
	reply.headers({ etag, vary, "cache-control": "public, max-age=3600" });
	if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
	reply.type("text/javascript; charset=utf-8");
	const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
	return takesGzip ? reply.header("content-encoding", "gzip").send(gzipped) : reply.send(bytes);
}
