import type { ReactElement } from "react";
import { urlPath } from "../../shared/routing/routes.ts";
import { SEARCH_PATH } from "../../shared/search.ts";
import { Icon } from "../components/icon.tsx";
import { useRuntimeConfig, useWords } from "../runtime-config.ts";
import { useView } from "../view.ts";

/** The form of the search, which works without JavaScript. */
export function SearchBox(): ReactElement {
	const { home = "" } = useView().navigation;
	const { basePath } = useRuntimeConfig();
	const label = useWords()("Search");
	return (
		<search>
			<form className="search-box" action={urlPath(basePath, home + SEARCH_PATH)}>
				<input
					type="search"
					name="q"
					placeholder={label}
					aria-label={label}
					aria-keyshortcuts="Control+K Meta+K /"
					maxLength={200}
					autoComplete="off"
				/>
				<button type="submit" aria-label={label}>
					<Icon name="lucide:search" />
				</button>
			</form>
		</search>
	);
}
