import type { ReactElement } from "react";
import { urlPath } from "../../shared/routing/routes.ts";
import { SEARCH_PATH } from "../../shared/search.ts";
import { Icon } from "../components/icon.tsx";
import { useRuntimeConfig } from "../runtime-config.ts";

/**
 * The way to the search: a form that leads to the page of results. In the browser it opens a
 * dialog instead, once that has loaded.
 */
export function SearchBox(): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<search>
			<form className="search-box" action={urlPath(basePath, SEARCH_PATH)}>
				<input
					type="search"
					name="q"
					placeholder="Search"
					aria-label="Search"
					aria-keyshortcuts="Control+K Meta+K /"
					maxLength={200}
					autoComplete="off"
				/>
				<button type="submit" aria-label="Search">
					<Icon name="lucide:search" />
				</button>
			</form>
		</search>
	);
}
