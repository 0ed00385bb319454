import { matchPath, type Params } from "react-router";
import type { ColorMode } from "../../shared/appearance/color-mode.ts";

/** A page that a developer wrote in React. */
export interface AppPage {
	readonly id: string;
	/** A pattern of react-router, such as `/users/:id`. */
	readonly pattern: string;
	/** Another name for the rest of the path, `*`. */
	readonly rest?: string | undefined;
	readonly title: string;
	readonly description?: string | undefined;
	readonly middleware?: readonly string[] | undefined;
	readonly layout?: string | undefined;
	readonly colorMode?: ColorMode | undefined;
	readonly robots?: string | undefined;
	readonly image?: string | undefined;
	/** Whether these params name something; absent: all params do. */
	readonly isValid?: ((params: Params) => boolean) | undefined;
}

/** Finds the page for a path, and the params of its pattern. */
export function matchAppPage(
	pages: readonly AppPage[],
	path: string,
): { readonly page: AppPage; readonly params: Params } | undefined {
	for (const page of pages) {
		const match = matchPath({ path: page.pattern, caseSensitive: true }, path);
		if (match === null) continue;
		const { rest } = page;
		return { page, params: { ...match.params, ...(rest && { [rest]: match.params["*"] }) } };
	}
	return undefined;
}
