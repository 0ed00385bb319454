import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveSite, openLiveSite } from "../../support/start-live-site.ts";

const MB = 1024 * 1024;

const FILES = {
	"pages/index.md": "# Home\n",
	"api/items/[id].ts": `export const GET = (_request, { params }) => Response.json({ item: params });`,
	"api/items/new.ts": `export const GET = () => new Response("the form");`,
	"api/files/[...rest].ts": `export const GET = (_request, { params }) => Response.json(params.rest);`,
	"api/events.ts": `let left = 0;
		let send;
		export const GET = (request) => {
			if (new URL(request.url).searchParams.has("left")) return Response.json(left);
			if (new URL(request.url).searchParams.has("send")) return Response.json(send() ?? "sent");
			const body = new ReadableStream({
				start(controller) { send = () => controller.enqueue(new TextEncoder().encode("data: now\\n\\n")); },
				cancel() { left += 1; },
			});
			return new Response(body, { headers: { "content-type": "text/event-stream" } });
		};`,
	"api/large.ts": `let made = 0;
		export const GET = (request) => {
			const query = new URL(request.url).searchParams;
			if (query.has("made")) return Response.json(made);
			const piece = new Uint8Array(Number(query.get("piece")));
			const pieces = Number(query.get("pieces"));
			let sent = 0;
			return new Response(new ReadableStream({
				pull(controller) {
					if (sent++ === pieces) return controller.close();
					made += 1;
					controller.enqueue(piece);
				},
			}));
		};`,
	"api/broken/[how].ts": `export const GET = (_request, { params: { how } }) => new Response(new ReadableStream({
		async pull(controller) {
			controller.enqueue(how === "text" ? "a text" : new TextEncoder().encode("a start"));
			await new Promise((resolve) => setTimeout(resolve, 300));
			if (how === "exit") process.exit(3);
			if (how === "error") throw new Error("The source is gone");
		},
	}));`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true", SHUTDOWN_DEADLINE_SECONDS: "20" });
});

afterAll(() => site.remove());

test.each([
	["/api/items/7", '{"item":{"id":"7"}}'],
	["/api/items/a%20b", '{"item":{"id":"a b"}}'],
	["/api/items/new", "the form"],
	["/api/files/2026/report.pdf", '"2026/report.pdf"'],
])("%s calls the function of the most specific name", async (path, text) => {
	await site.shows(path, text);
});

test("an event stream sends its headers at once, and each event when it happens", async () => {
	const response = await fetch(`${site.url}/api/events`);
	const reader = readerOf(response);
	const reading = reader.read();
	await site.textOf("/api/events?send");
	const { value } = await reading;
	await reader.cancel();

	expect(new TextDecoder().decode(value)).toBe("data: now\n\n");
	expect(response.headers.get("x-accel-buffering")).toBe("no");
	await expect.poll(() => site.textOf("/api/events?left"), { timeout: 5000 }).toBe("1");
});

test("a stream of 1 GB needs no memory, in small and in large pieces", async () => {
	await site.textOf("/api/large?piece=65536&pieces=160");
	const before = peakBytes(site);
	const sizes = [];
	for (const [piece, pieces] of [
		[32 * 1024, 16 * 1024],
		[16 * MB, 32],
	]) {
		let bytes = 0;
		const { body } = await fetch(`${site.url}/api/large?piece=${piece}&pieces=${pieces}`);
		for await (const chunk of body ?? []) bytes += chunk.length;
		sizes.push(bytes);
	}

	expect(sizes).toEqual([512 * MB, 512 * MB]);
	expect((peakBytes(site) - before) / MB).toBeLessThan(50);
});

test("a client that does not read stops the function", async () => {
	const madeBytes = async () => Number(await site.textOf("/api/large?made")) * 65_536;
	const before = await madeBytes();
	const reader = readerOf(await fetch(`${site.url}/api/large?piece=65536&pieces=16384`));
	let made = 0;
	for (let last = -1; made !== last; ) {
		last = made;
		await setTimeout(500);
		made = (await madeBytes()) - before;
	}
	await reader.cancel();

	// The system buffers some megabytes of the gigabyte, more on some machines.
	expect(made / MB).toBeLessThan(128);
});

test("a stream of texts is refused with the reason in the log", async () => {
	expect(await site.statusOf("/api/broken/text")).toBe(500);
	await expect
		.poll(failures)
		.toContain(
			"The stream of '/api/broken/:how' must yield bytes (Uint8Array): it yields a string",
		);
});

test.each([
	["error", "The source is gone"],
	["exit", "The thread with the code of the site ended"],
])("a stream that fails by %s breaks the connection, and is logged", async (how, message) => {
	await expect(site.textOf(`/api/broken/${how}`)).rejects.toThrow();

	await expect.poll(failures).toContain(message);
	expect(
		site.log
			.filter(({ level }) => level === "warn")
			.map(({ msg }) => msg)
			.join(),
	).not.toContain("already sent");
	await site.shows("/api/items/new", "the form");
});

test("an open event stream does not delay the end of the process", async () => {
	const reader = readerOf(await fetch(`${site.url}/api/events`));
	const ending = performance.now();
	await Promise.allSettled([site.stop(), reader.closed]);

	expect(performance.now() - ending).toBeLessThan(5000);
});

function failures(): string {
	const failed = site.log.filter(({ msg }) => msg === "A function of the site has failed");
	return failed.map(({ err }) => String(Object(err).message).replaceAll('"', "'")).join("\n");
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
	if (body === null) throw new Error("The response has no body");
	return body.getReader();
}

/** Largest resident size of the site's process so far. */
function peakBytes({ process: { pid } }: LiveSite): number {
	const [, kilobytes = ""] =
		/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Number(kilobytes) * 1024;
}
