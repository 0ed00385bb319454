import { matchPath } from "react-router";
import { pageNotValid } from "../../shared/page/errors.ts";
import type { Payload } from "../../shared/page/payload.ts";
import {
	GENERATED_PAGE,
	navigationOf,
	type PageRequest,
	type PageSources,
} from "./page-sources.ts";
import { refuseGuarded, refusePage } from "./refuse-page.ts";
import type { AppPage } from "./renderer.ts";

export interface AppPageMatch {
	readonly page: AppPage;
	readonly params: Readonly<Record<string, string | undefined>>;
}

/** Finds the page that a developer wrote in React for this path, and the params of its pattern. */
export function matchAppPage(pages: readonly AppPage[], path: string): AppPageMatch | undefined {
	for (const page of pages) {
		const match = matchPath({ path: page.pattern, caseSensitive: true }, path);
		if (match !== null) return { page, params: match.params };
	}
	return undefined;
}

export function resolveAppPage(
	sources: PageSources,
	{ page, params }: AppPageMatch,
	request: PageRequest,
): Payload {
	const { path, query } = request;
	const { id, title, description, middleware = [] } = page;
	if (page.isValid?.(params) === false) {
		return refusePage(sources, path, pageNotValid(path + query));
	}
	const outcome = sources.guards.judgeNamed(path, query, middleware);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	return {
		kind: "page",
		page: { ...GENERATED_PAGE, id, path, title, description, middleware },
		navigation: navigationOf(sources, path),
	};
}
