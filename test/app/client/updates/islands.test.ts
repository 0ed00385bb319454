import { expect, test } from "vitest";
import { createIslandRefresher } from "../../../../src/app/client/updates/islands.ts";
import { ISLAND_REFRESH_EVENT } from "../../../../src/shared/page/islands.ts";

const FILLED = '<div class="early-access" data-live="early-access"><ul></ul></div>';

test.each([
	["an event refreshes every island", "<p>old</p>", undefined, ["/one.json", "/two.json"]],
	["an event may name the islands that it means", "<p>old</p>", { name: "two" }, ["/two.json"]],
	["what a script has filled in for the visitor is not replaced", FILLED, undefined, ["/two.json"]],
])("%s", async (_what, before, event, asked) => {
	const { page, first, second, send } = pageWithIslands(answering("<p>new</p>"));
	first.innerHTML = before;

	send(event);
	await expect.poll(() => second.innerHTML).toBe("<p>new</p>");

	expect(first.innerHTML).toBe(asked.includes("/one.json") ? "<p>new</p>" : before);
	expect(page.asked).toEqual(asked);
});

test("an interval refreshes the islands that ask for one, unless the page is hidden", async () => {
	const { page, second, ticks } = pageWithIslands(answering("<p>new</p>"));

	page.hidden = true;
	for (const { tick } of ticks) tick();
	const whileHidden = [...page.asked];
	page.hidden = false;
	for (const { tick } of ticks) tick();
	await expect.poll(() => second.innerHTML).toBe("<p>new</p>");

	expect(ticks.map(({ everyMs }) => everyMs)).toEqual([30_000]);
	expect(whileHidden).toEqual([]);
	expect(page.asked).toEqual(["/two.json"]);
});

test("HTML that scripts have changed is replaced only when the server's HTML changes", async () => {
	let html = "<p>new</p>";
	const { page, first, replaced, send } = pageWithIslands(async () => answering(html)());
	const refresh = async (times: number): Promise<void> => {
		send({ name: "one" });
		await expect.poll(() => page.asked).toHaveLength(times);
		await new Promise(setImmediate);
	};

	await refresh(1);
	first.innerHTML = '<p style="color: red">new</p>';
	await refresh(2);
	expect(first.innerHTML).toContain("red");
	html = "<p>newer</p>";
	await refresh(3);

	expect(first.innerHTML).toBe("<p>newer</p>");
	expect(replaced).toEqual([first, first]);
});

test.each([
	["the network fails", () => Promise.reject(new TypeError("Failed to fetch"))],
	["the server is busy", async () => new Response("{}", { status: 503 })],
])("a refresh is retried once when %s", async (_name, failure) => {
	const answers = [failure, answering("<p>new</p>")];
	const { first, send } = pageWithIslands(async () => (answers.shift() ?? failure)());

	send({ name: "one" });

	await expect.poll(() => first.innerHTML).toBe("<p>new</p>");
});

test.each([
	["the network fails", () => Promise.reject(new TypeError("Failed to fetch"))],
	["the server refuses", async () => new Response("{}", { status: 500 })],
	["another page answers", async () => new Response("<html>", { status: 200 })],
	["the answer is no island", async () => new Response('{"html":7}', { status: 200 })],
	["the answer is nothing", async () => new Response("null", { status: 200 })],
])("what is shown stays when %s", async (_name, answer) => {
	const { page, first, send } = pageWithIslands(answer);

	send({ name: "one" });
	await expect.poll(() => page.asked.length).toBeGreaterThan(0);
	const askAgain = (): number => {
		send({ name: "one" });
		return page.asked.length;
	};
	await expect.poll(askAgain).toBeGreaterThan(2);

	expect(first.innerHTML).toBe("<p>old</p>");
});

function answering(html: string): () => Promise<Response> {
	return async () => new Response(JSON.stringify({ html }));
}

/** A document with two islands, of which the second refreshes by itself. */
function pageWithIslands(answer: () => Promise<Response>) {
	const first = { dataset: { island: "one", src: "/one.json" }, innerHTML: "<p>old</p>" };
	const second = {
		dataset: { island: "two", src: "/two.json", refresh: "30" },
		innerHTML: "<p>old</p>",
	};
	const target = new EventTarget();
	const page = {
		asked: [] as string[],
		hidden: false,
		addEventListener: target.addEventListener.bind(target),
		querySelectorAll: (selector: string) =>
			selector.includes("refresh") ? [second] : [first, second],
	};
	const ticks: { readonly tick: () => void; readonly everyMs: number }[] = [];
	const tab = {
		document: page,
		fetch: (url: string) => {
			page.asked.push(url);
			return answer();
		},
		setInterval: (tick: () => void, everyMs: number) => ticks.push({ tick, everyMs }),
		clearInterval: () => undefined,
	};
	// Only the members above are ever touched.
	const replaced: unknown[] = [];
	createIslandRefresher(tab as unknown as Window, (island) => replaced.push(island));
	const send = (detail?: object): void => {
		target.dispatchEvent(new CustomEvent(ISLAND_REFRESH_EVENT, { detail }));
	};
	return { page, first, second, replaced, ticks, send };
}
