import { belowBasePath, readPath } from "../../../shared/routing/routes.ts";
import type { SiteMap } from "../links/site-map.ts";
import { SITE_CONFIG_FILE } from "../parse-site-config.ts";
import type { Problem } from "../problem.ts";
import type { SiteConfig } from "../site-config.ts";

/** Finds the links around every page that lead to nothing of the site. */
export function checkLinks(
	{ look: { frame: look }, public: { social, basePath } }: SiteConfig,
	siteMap: SiteMap,
): Problem[] {
	const links = {
		"header.links": look.headerLinks.flatMap((link) => ("links" in link ? link.links : [link])),
		"footer.columns": look.footer.columns.flatMap((column) => column.links),
		"social.links": social,
		banner: look.banner?.url === undefined ? [] : [{ url: look.banner.url }],
	};
	return Object.entries(links).flatMap(([key, entries]) =>
		entries
			.map(({ url }) => belowBasePath(basePath, url) ?? url)
			.filter((path) => path.startsWith("/") && !leadsSomewhere(path, siteMap))
			.map((path) => ({
				file: SITE_CONFIG_FILE,
				message: `Link "${path}" of "${key}" leads to no page and no file`,
			})),
	);
}

function leadsSomewhere(url: string, siteMap: SiteMap): boolean {
	const reading = readPath(url.replace(/[?#].*$/s, ""));
	if (!("path" in reading)) return false;
	return siteMap.find(reading.path) !== undefined || siteMap.isAnswered(reading.path);
}
