import { AI_CRAWLERS } from "./ai-crawlers.ts";

/**
 * Names by which crawlers and assistants of AI services say who they are: those that read for a
 * model, for a search of theirs, or because a person has asked.
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
