import { expect, test } from "vitest";
import { botNameOf } from "../../src/shared/bot-name.ts";

const CHROME_ON_LINUX =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0 Safari/537.36";

test.each([
	[
		"Google-Read-Aloud",
		`${CHROME_ON_LINUX} (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)`,
	],
	["Prerender", `${CHROME_ON_LINUX} Prerender (+https://github.com/prerender/prerender)`],
	["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
	["curl", "curl/8.5.0"],
	[undefined, CHROME_ON_LINUX],
])("the bot's name is %s", (name, agent) => {
	expect(botNameOf(agent)).toBe(name);
});
