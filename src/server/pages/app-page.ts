import { matchPath, type Params } from "react-router";

/** A page that a developer wrote in React. */
export interface AppPage {
	readonly id: string;
	/** A pattern of react-router, such as `/users/:id`. */
	readonly pattern: string;
	readonly title: string;
	readonly description?: string | undefined;
	readonly middleware?: readonly string[] | undefined;
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
		if (match !== null) return { page, params: match.params };
	}
	return undefined;
}
