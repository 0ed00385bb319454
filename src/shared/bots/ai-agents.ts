import { AI_CRAWLERS } from "./ai-crawlers.ts";

/**
 * Crawlers and assistants of AI services, by their name in the user agent: they read for a model,
 * for a search, or for a person.
 */
const AI_AGENTS: ReadonlySet<string> = new Set(
	[
		...AI_CRAWLERS,
		"ChatGPT-User",
		"Claude-SearchBot",
		"Claude-User",
		"Claude-Web",
		"cohere-ai",
		"DeepSeekBot",
		"DuckAssistBot",
		"Gemini-Deep-Research",
		"Google-CloudVertexBot",
		"GoogleAgent-Mariner",
		"GrokBot",
		"meta-externalfetcher",
		"MistralAI-User",
		"OAI-SearchBot",
		"PerplexityBot",
		"Perplexity-User",
		"TikTokSpider",
		"YouBot",
	].map((name) => name.toLowerCase()),
);

/** @param name Of a bot, as its events are counted. */
export function isAiAgent(name: string): boolean {
	return AI_AGENTS.has(name.toLowerCase());
}
