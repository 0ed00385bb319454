import { type ReactElement, useLayoutEffect } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";
import { internalError } from "../../../shared/page/errors.ts";
import { FailurePage, RoutedLayout, type RouteParts, useView } from "../../router.tsx";
import type { View } from "../../view.ts";
import type { Shown } from "./shown.ts";

export interface BrowserHooks {
	/** Called when a navigation is on the screen, before it is painted; not for the first page. */
	readonly onShown: (shown: Shown) => void;
	/** Called when rendering has failed and the error page is on the screen. */
	readonly onFailed: () => void;
}

/** The parts of the routes with ears: they render what the server renders, and report it. */
export function browserParts(hooks: BrowserHooks): Pick<RouteParts, "Layout" | "Failure"> {
	// Kept here and not in the layout, which is gone while its own failure is shown.
	let last: { readonly location: Location; readonly view: View | undefined } | undefined;
	let isFailed = false;

	function BrowserLayout(): ReactElement {
		const location = useLocation();
		const navigationType = useNavigationType();
		const view = useView();
		useLayoutEffect(() => {
			const before = last;
			if (before?.location === location && before.view === view) return;
			last = { location, view };
			if (before === undefined) return;
			hooks.onShown({
				location,
				view: isFailed ? failedView(view) : view,
				isSamePage: before.view === view,
				isUpdate: before.location === location && before.view !== undefined,
				navigationType,
			});
		}, [location, view, navigationType]);
		return <RoutedLayout />;
	}

	function BrowserFailure(): ReactElement {
		// Effects of what is inside run before the layout's, which so learns of the failure in time.
		useLayoutEffect(() => {
			isFailed = true;
			if (last !== undefined) last = { ...last, view: undefined };
			hooks.onFailed();
			return () => {
				isFailed = false;
			};
		}, []);
		return <FailurePage />;
	}

	return { Layout: BrowserLayout, Failure: BrowserFailure };
}

function failedView({ navigation }: View): View {
	return { kind: "error", error: internalError(), navigation };
}
