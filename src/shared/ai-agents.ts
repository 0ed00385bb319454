/** Crawlers that collect text to train language models, by their name in robots.txt. */
export const AI_CRAWLERS: readonly string[] = [
	"AI2Bot",
	"Amazonbot",
	"anthropic-ai",
	"Applebot-Extended",
	"Bytespider",
	"CCBot",
	"ClaudeBot",
	"cohere-training-data-crawler",
	"Diffbot",
	"Google-Extended",
	"GPTBot",
	"meta-externalagent",
	"omgili",
	"PanguBot",
	"Timpibot",
];

/**
 * Lower-case names of crawlers and assistants of AI services in the user agent. They read for a
 * model, for a search, or for a person.
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

/** @param name Bot name under which its events are counted. */
export function isAiAgent(name: string): boolean {
	return AI_AGENTS.has(name.toLowerCase());
}
