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
