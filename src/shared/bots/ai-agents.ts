/**
 * Names by which crawlers and assistants of AI services say who they are: those that read for a
 * model, for a search of theirs, or because a person has asked.
 */
const AI_AGENTS: ReadonlySet<string> = new Set(
	[
		"AI2Bot",
		"Amazonbot",
		"anthropic-ai",
		"Applebot-Extended",
		"Bytespider",
		"CCBot",
		"ChatGPT-User",
		"Claude-SearchBot",
		"Claude-User",
		"Claude-Web",
		"ClaudeBot",
		"cohere-ai",
		"cohere-training-data-crawler",
		"DeepSeekBot",
		"Diffbot",
		"DuckAssistBot",
		"Gemini-Deep-Research",
		"Google-CloudVertexBot",
		"Google-Extended",
		"GoogleAgent-Mariner",
		"GPTBot",
		"GrokBot",
		"meta-externalagent",
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
