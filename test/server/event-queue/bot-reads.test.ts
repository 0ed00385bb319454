import { expect, test, vi } from "vitest";
import { createBotReads } from "../../../src/server/event-queue/site-events.ts";
import { listenAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../../support/analytics-service.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { createTestSite } from "../../support/test-site.ts";
import { CHROME } from "../../support/visitor.ts";

const PATIENCE = { timeout: PATIENCE_MS };
const GPT = "Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const FILES = {
	"pages/index.md": "# Home\n",
	"pages/guide.md": "# Guide\n",
	"public/picture.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n",
};

test("which pages a bot has read is stored, as what it is and without its address", async () => {
	const { analytics, read, reads } = await countedSite();

	// The second time it is sent as it was kept.
	await read("/", GPT);
	await read("/", GPT);
	await read("/guide.md", GPT);
	await read("/llms.txt", "ClaudeBot/1.0");
	await read("/picture.svg", GPT);
	await read("/missing", GPT);
	await read("/guide", CHROME);
	await read("/healthz", "curl/8.5.0");
	reads.close();

	await vi.waitFor(() => expect(storedEvents(analytics.store)).toHaveLength(4), PATIENCE);
	const events = storedEvents(analytics.store).map(({ bot, event, properties }) => [
		bot,
		event,
		properties["$pathname"],
	]);
	expect(events.toSorted()).toEqual([
		["ClaudeBot", "$pageview", "/llms.txt"],
		["GPTBot", "$pageview", "/"],
		["GPTBot", "$pageview", "/"],
		["GPTBot", "$pageview", "/guide.md"],
	]);
	expect(JSON.stringify(storedEvents(analytics.store))).not.toMatch(/127\.0\.0\.1|openai/);
});

test("a flood is counted up to a limit, and a site that counts nothing tells nothing", async () => {
	const { analytics, reads } = await countedSite();
	const answer = { path: "/", method: "GET", status: 200, durationMs: 1, isKept: true } as const;
	for (let time = 0; time < 1_000; time += 1) reads.note({ ...answer, userAgent: GPT });
	reads.close();

	await vi.waitFor(() => expect(storedEvents(analytics.store)).toHaveLength(100), PATIENCE);
	const fetched = vi.spyOn(globalThis, "fetch");
	const silent = createBotReads({
		upstream: analytics.url,
		site: () => ({ analytics: { ...COUNTED, key: "" }, basePath: "" }),
		now: Date.now,
	});
	silent.note({ ...answer, userAgent: GPT });
	silent.close();
	expect(fetched).not.toHaveBeenCalled();
	fetched.mockRestore();
});

const COUNTED = { key: PROJECT_KEY, host: "/ingest", honorDoNotTrack: true } as const;

async function countedSite() {
	const analytics = await listenAnalytics();
	const reads = createBotReads({
		upstream: analytics.url,
		site: () => ({ analytics: COUNTED, basePath: "" }),
		now: Date.now,
	});
	const { service } = await createTestSite({ files: FILES, dependencies: { botReads: reads } });
	const url = await service.listen({ host: "127.0.0.1", port: 0 });
	const read = async (path: string, userAgent: string): Promise<void> => {
		const answer = await fetch(url + path, { headers: { "user-agent": userAgent } });
		await answer.arrayBuffer();
	};
	return { analytics, reads, read };
}
