import { AI_CRAWLERS } from "../../shared/bots/ai-crawlers.ts";
import type { HeadSite } from "../../shared/page/head.ts";
import type { RobotsRules } from "../content/site-config.ts";

/** Hidden pages need no line here: they answer like missing pages. */
export function renderRobots({ url, basePath }: HeadSite, rules: RobotsRules): string {
	const closed = rules.disallow.map((path) => `Disallow: ${basePath}${path}\n`).join("");
	const crawlers = rules.aiCrawlers
		? ""
		: `\n${AI_CRAWLERS.map((name) => `User-agent: ${name}\n`).join("")}Disallow: /\n`;
	const sitemap = url === undefined ? "" : `\nSitemap: ${url}${basePath}/sitemap.xml\n`;
	return `User-agent: *\n${closed}Allow: /\n${crawlers}${sitemap}`;
}
