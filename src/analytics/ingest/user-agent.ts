import { botNameOf } from "../../shared/bots/bot-name.ts";

/** What is kept of a user agent; the text itself is not. */
export interface UserAgent {
	readonly browser: string | undefined;
	readonly os: string | undefined;
	readonly device: "Desktop" | "Mobile" | "Tablet" | undefined;
	readonly bot: string | undefined;
	/** Libraries for servers give their own name, and speak for many people. */
	readonly isBrowser: boolean;
}

/** A name and how to recognize it; the first match counts, since most claim to be several. */
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

/** Reads a user agent as far as totals need it. */
export function parseUserAgent(text: string): UserAgent {
	return {
		browser: firstMatch(BROWSERS, text),
		os: firstMatch(SYSTEMS, text),
		device: deviceOf(text),
		isBrowser: isBrowser(text),
		// Every browser says what it is.
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
