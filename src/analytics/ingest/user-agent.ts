import { botNameOf } from "../../shared/bot-name.ts";

/** Parsed user agent. The original text is not stored. */
export interface UserAgent {
	readonly browser: string | undefined;
	readonly os: string | undefined;
	readonly device: "Desktop" | "Mobile" | "Tablet" | undefined;
	readonly bot: string | undefined;
	/** `false` for libraries of servers: they send their own name, and events of many people. */
	readonly isBrowser: boolean;
}

/** A name and its pattern. The first match counts: most user agents name several browsers. */
type Pattern = readonly [name: string, pattern: RegExp];

const BROWSERS: readonly Pattern[] = [
	["Microsoft Edge", /\bEdg(?:e|A|iOS)?\//],
	["Opera", /\b(?:OPR|Opera|OPiOS)\//],
	["Samsung Internet", /\bSamsungBrowser\//],
	["Vivaldi", /\bVivaldi\//],
	["DuckDuckGo", /\bDuckDuckGo\//],
	["Firefox iOS", /\bFxiOS\//],
	["Firefox", /\bFirefox\//],
	["Chrome iOS", /\bCriOS\//],
	["Chrome", /\bChrom(?:e|ium)\//],
	["Mobile Safari", /\bMobile\/.*\bSafari\//],
	["Safari", /\bSafari\//],
	["Internet Explorer", /\b(?:MSIE |Trident\/)/],
];

const SYSTEMS: readonly Pattern[] = [
	["Windows", /\bWindows NT\b/],
	["iOS", /\b(?:iPhone|iPad|iPod)\b/],
	["Android", /\bAndroid\b/],
	["Chrome OS", /\bCrOS\b/],
	["Mac OS X", /\bMac OS X\b/],
	["Linux", /\bLinux\b/],
];

/** Parses the parts of a user agent that totals need. */
export function parseUserAgent(text: string): UserAgent {
	return {
		browser: firstMatch(BROWSERS, text),
		os: firstMatch(SYSTEMS, text),
		device: deviceOf(text),
		isBrowser: isBrowser(text),
		// An empty text counts as a bot, since every browser names itself.
		bot: botNameOf(text),
	};
}

function isBrowser(text: string): boolean {
	return text.startsWith("Mozilla/") || text.startsWith("Opera/");
}

function firstMatch(patterns: readonly Pattern[], text: string): string | undefined {
	return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

function deviceOf(text: string): UserAgent["device"] {
	if (!isBrowser(text)) return undefined;
	if (/\biPad\b|\bTablet\b/.test(text)) return "Tablet";
	if (/\bAndroid\b/.test(text)) return /\bMobile\b/.test(text) ? "Mobile" : "Tablet";
	return /\b(?:iPhone|iPod|Mobile)\b/.test(text) ? "Mobile" : "Desktop";
}
