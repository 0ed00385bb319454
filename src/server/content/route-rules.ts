import { definedOnly } from "../../shared/defined-only.ts";
import { checkRouteRules } from "../../shared/routing/check-route-rules.ts";
import { parseRedirectsFile } from "../../shared/routing/redirects-file.ts";
import { RouteMatcher, type RouteTable, routeTable } from "../../shared/routing/route-matcher.ts";
import type { RouteRuleEntry } from "../../shared/routing/route-rules.ts";
import type { Problem } from "./problem.ts";

/** The route rules of one revision. */
export interface RouteRules {
	readonly matcher: RouteMatcher;
	/** The same rules as browsers get them. */
	readonly table: RouteTable;
	readonly problems: readonly Problem[];
}

/** Names the file whose format other hosts have made common. */
export const REDIRECTS_FILE = "_redirects";

/**
 * Compiles the rules of `site.yaml` together with those of a `_redirects` file; where both
 * speak of the same paths, `site.yaml` counts.
 *
 * @param redirectsFile The file's text, or `undefined` without one.
 */
export function compileRouteRules(
	entries: readonly RouteRuleEntry[],
	redirectsFile: string | undefined,
): RouteRules {
	const file = parseRedirectsFile(redirectsFile ?? "");
	const inRedirectsFile = { file: REDIRECTS_FILE };
	const checked = checkRouteRules([
		...entries,
		...file.entries.map((entry) => ({ ...entry, ...inRedirectsFile })),
	]);
	const unread = file.problems.map((problem) => ({ ...problem, ...inRedirectsFile }));
	return {
		matcher: new RouteMatcher(checked.rules),
		table: routeTable(checked.rules),
		problems: [...unread, ...checked.problems].map(({ file: name = "site.yaml", line, message }) =>
			definedOnly({ file: name, message, line }),
		),
	};
}
