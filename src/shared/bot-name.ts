import { isbot } from "isbot";
import { isAiAgent } from "./ai-agents.ts";

/** Products that nearly every user agent names. */
const COMMON_PRODUCTS: ReadonlySet<string> = new Set([
	"Mozilla",
	"AppleWebKit",
	"Chrome",
	"Safari",
	"Version",
	"Mobile",
	"Gecko",
	"Firefox",
	"compatible",
]);

/** System and engine, which are in parentheses, and addresses. */
const PLATFORM =
	/https?:[^\s()]*|\((?:X11|Linux|Windows|Macintosh|iP(?:hone|ad|od))[^()]*\)|KHTML, like Gecko/g;

/** Requests of Cloudflare's own checks, some with a browser's user agent. */
const CHECKS = /\bcloudflare-?\w/i;

/** @returns The bot's name from its user agent; `undefined` for browsers. */
export function botNameOf(text: string): string | undefined {
	if (text.trim() === "") return "(no user agent)";
	const name = botName(text);
	// Lists of bots lack some assistants that fetch for a person.
	return isbot(text) || isAiAgent(name) || CHECKS.test(text) ? name : undefined;
}

/** First product with a version that browsers do not have; otherwise the first other word. */
function botName(text: string): string {
	const agent = text.replace(PLATFORM, "");
	const products = agent.matchAll(/([A-Za-z][\w.-]{0,60})(?=\/\d)/g);
	const words = agent.matchAll(/[A-Za-z][\w.-]{0,60}/g);
	const names = [...products, ...words].map(([name]) => name);
	return names.find((name) => !COMMON_PRODUCTS.has(name)) ?? "(unnamed)";
}
