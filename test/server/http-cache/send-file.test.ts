import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { listSiteFolder } from "../../../src/server/content/files/list-site-folder.ts";
import { placeFiles } from "../../../src/server/content/files/place-files.ts";
import { ResponseCache } from "../../../src/server/http-cache/response-cache.ts";
import { createFileSender } from "../../../src/server/http-cache/send-file.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const SNAPSHOT = {};

/** So large that it is not read whole. */
const LARGE = "x".repeat(2_000_000);

test.each([
	["small", "half of it"],
	["large", LARGE],
])("a %s file that was listed while it was written is not sent before it has settled", async (_size, half) => {
	const folder = await writeSiteFolder({ "pages/index.md": "# Home\n", "public/data.txt": half });
	const listed = placeFiles(listSiteFolder(folder)).placedFiles.get("/data.txt");
	if (listed === undefined) throw new Error("The file must be listed");
	// As if it were listed now, however long that was ago.
	const file = { ...listed, seenMs: Number.POSITIVE_INFINITY };
	const cache = new ResponseCache({ maxBytes: 1_000_000, snapshot: () => SNAPSHOT });
	const send = createFileSender(cache);
	const service = fastify();
	onTestFinished(() => service.close());
	service.get("/data.txt", async (_request, reply) => {
		await send(reply, file);
		return reply;
	});
	let looks = 0;
	const find = cache.find.bind(cache);
	cache.find = (key) => {
		looks += 1;
		if (looks === 1) appendFileSync(join(folder, "public/data.txt"), " and the rest");
		return find(key);
	};

	const answer = await service.inject("/data.txt");

	expect(looks).toBeGreaterThan(1);
	expect(answer.statusCode).toBe(200);
	expect(answer.body).toBe(`${half} and the rest`);
});
