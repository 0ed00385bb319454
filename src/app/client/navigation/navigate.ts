import type { DataRouter } from "react-router";
import { belowBasePath } from "../../../shared/routing/routes.ts";
import type { ScrollMemory } from "./scroll-memory.ts";

/** Takes the visitor to a URL inside the app. */
export type Navigate = (url: URL) => void;

export interface NavigateParts {
	readonly page: Pick<Window, "location">;
	readonly router: Pick<DataRouter, "navigate">;
	readonly basePath: string;
	readonly scrollMemory: Pick<ScrollMemory, "save">;
}

export function createNavigate(parts: NavigateParts): Navigate {
	const { page, router, basePath, scrollMemory } = parts;
	return ({ href, pathname, search, hash }) => {
		scrollMemory.save();
		void router.navigate(
			{ pathname: belowBasePath(basePath, pathname) ?? "/", search, hash },
			// The same URL again takes the place of its entry, as in a browser without an app.
			{ replace: href === page.location.href },
		);
	};
}
