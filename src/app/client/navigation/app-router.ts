import {
	createMemoryRouter,
	createPath,
	type DataRouter,
	type Location,
	NavigationType,
	type RouteObject,
} from "react-router";
import type { TabHistory } from "./tab-history.ts";

export interface AppRouterOptions {
	readonly routes: RouteObject[];
	readonly basePath: string;
	/** Loader data of the shown page by route id, so that no loader runs for it. */
	readonly loaderData: Readonly<Record<string, unknown>>;
	readonly history: Pick<TabHistory, "entry" | "step">;
	/** Called when another location is shown, before React renders it. */
	readonly onEntry: (action: "push" | "replace", url: string) => void;
}

/**
 * The router changes the page only when the navigation machine requests it. The router's own history
 * is in memory, and the machine writes the entries of the browser's history.
 */
export function createAppRouter(options: AppRouterOptions): DataRouter {
	const { routes, basePath, loaderData, history, onEntry } = options;
	const { pathname, search, hash } = new URL(history.entry().url);
	const router = createMemoryRouter(routes, {
		basename: basePath || "/",
		initialEntries: [{ pathname, search, hash }],
		hydrationData: { loaderData },
	});
	const { navigate, subscribe } = router;
	let shown = router.state.location;
	subscribe(({ location, historyAction }) => {
		if (location.key === shown.key) return;
		shown = location;
		onEntry(
			historyAction === NavigationType.Push ? "push" : "replace",
			urlOf(location, history.entry().url),
		);
	});
	return Object.assign(router, {
		async navigate(to: NavigateTo | number, navigateOptions?: NavigateOptions): Promise<void> {
			if (typeof to === "number") history.step(to);
			else await navigate(to, navigateOptions);
		},
		// Changes address and page in one step: otherwise React could show a page after its entry was left.
		subscribe: (listener: RouterListener) =>
			subscribe((state, changes) =>
				listener(state, { ...changes, flushSync: state.navigation.state === "idle" }),
			),
	});
}

/** @returns The absolute URL of a location of the router. */
export function urlOf(
	location: Pick<Location, "pathname" | "search" | "hash">,
	base: string,
): string {
	return new URL(createPath(location), base).href;
}

type RouterListener = Parameters<DataRouter["subscribe"]>[0];

type NavigateTo = Parameters<DataRouter["navigate"]>[0] & (object | string);
type NavigateOptions = Parameters<DataRouter["navigate"]>[1];
