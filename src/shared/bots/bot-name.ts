import { isbot } from "isbot";
import { isAiAgent } from "./ai-agents.ts";

/** Products that nearly every agent names, whatever it is. */
const COMMON_PRODUCTS: ReadonlySet<string> = new Set([
	"Mozilla",
	"AppleWebKit",
	"Chrome",
	"Safari",
	"Version",
	"Mobile",
	"Gecko",
	"Firefox",
]);

/** Checks of a CDN, which some give a browser's whole agent. */
const CHECKS = /\bcloudflare-?\w/i;

/** @returns What a program calls itself in its user agent; `undefined` for browsers. */
export function botNameOf(text: string): string | undefined {
	if (text.trim() === "") return "(no user agent)";
	const name = botName(text);
	// Assistants that fetch for a person are no crawlers, and not in every list of bots.
	return isbot(text) || isAiAgent(name) || CHECKS.test(text) ? name : undefined;
}

/** The first product with a version that is not a browser's, or else the first word that is none. */
function botName(text: string): string {
	const products = text.matchAll(/([A-Za-z][\w.-]{0,60})(?=\/\d)/g);
	const words = text.matchAll(/[A-Za-z][\w.-]{0,60}/g);
	const names = [...products, ...words].map(([name]) => name);
	return names.find((name) => !COMMON_PRODUCTS.has(name)) ?? "(unnamed)";
}
