import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { SiteFile } from "../../../src/server/content/files/place-files.ts";
import { createWarmUp } from "../../../src/server/http-cache/warm-up.ts";

test("a site that closes meanwhile is asked for nothing more, and nothing fails", async () => {
	const asked: string[] = [];
	const site = Fastify();
	site.get("/*", async ({ url }) => {
		asked.push(url);
		void site.close();
		return "";
	});

	await warmUpOf(site, { urls: ["/first", "/second"] })();

	expect(asked).toEqual(["/first"]);
});

test("an answer that breaks off does not end the filling of the cache", async () => {
	const asked: string[] = [];
	const site = Fastify();
	site.get("/*", async ({ url }, reply) => {
		asked.push(url);
		return url === "/broken" ? reply.send(Readable.from(brokenOff())) : "";
	});

	await warmUpOf(site, { urls: ["/broken", "/next"] })();

	expect(asked.slice(0, 2)).toEqual(["/broken", "/next"]);
});

test("files that are streamed are not asked for, because they are never cached", async () => {
	const asked: string[] = [];
	const site = Fastify();
	site.get("/*", async ({ url }) => {
		asked.push(url);
		return "";
	});

	await warmUpOf(site, { files: { "/small.png": 1000, "/film.mp4": 3_000_000 } })();

	expect(asked).toContain("/small.png");
	expect(asked).not.toContain("/film.mp4");
});

interface Asked {
	readonly urls?: readonly string[];
	/** Bytes by path. */
	readonly files?: Readonly<Record<string, number>>;
}

function warmUpOf(site: FastifyInstance, { urls = [], files = {} }: Asked): () => Promise<void> {
	const listed = Object.entries(files).map(
		// Only paths and sizes are read.
		([path, size]) => [path, { size, absolutePath: `/site/public${path}` } as SiteFile] as const,
	);
	return createWarmUp(site, {
		log: pino({ level: "silent" }),
		cache: { hasRoom: true, has: () => false, lastUsed: () => [...urls] },
		revision: () => ({
			files: new Map(listed),
			config: { public: { basePath: "" } },
		}),
		buildId: () => "build",
		prerendered: () => [],
	});
}

/** Ends with an error after the headers are sent, as a file that changes while it is read. */
async function* brokenOff(): AsyncGenerator<Buffer> {
	yield Buffer.alloc(10);
	throw new Error("The file must not change while it is read");
}
