import { stringify } from "yaml";

export interface RenderedRedirect {
	readonly route_rule: string;
	readonly redirects_line: string;
}

/** The old address is gone for good. */
const STATUS = 308;

/** Writes a redirect down, to be pasted into `site.yaml` or into a `_redirects` file. */
export function renderRedirect(page: string, to: string): RenderedRedirect {
	const from = pathOfPage(page);
	const target = pathOfPage(to);
	return {
		route_rule: stringify({ routeRules: { [from]: { redirect: { to: target, status: STATUS } } } }),
		redirects_line: `${withoutSpace(from)} ${withoutSpace(target)} ${STATUS}`,
	};
}

/** Pages are counted with the query that was kept; rules are for paths. */
export function pathOfPage(page: string): string {
	return page.split("?", 1)[0] ?? page;
}

/** A path comes from anyone, and must not become two lines or two words. */
function withoutSpace(path: string): string {
	return path.replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}
