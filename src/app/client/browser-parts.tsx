import { type ComponentType, type ReactElement, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { FailurePage, RoutedLayout, type RouteParts, useView } from "../router.tsx";
import type { Shown } from "./shown.ts";

export interface BrowserHooks {
	/** Called when a navigation is on the screen, before it is painted; not for the first page. */
	readonly onShown: (shown: Shown) => void;
	/** Called when rendering has failed and the error page is on the screen. */
	readonly onFailed: () => void;
}

/** The parts of the routes with ears: they render what the server renders, and report it. */
export function browserParts(hooks: BrowserHooks): Pick<RouteParts, "Layout" | "Failure"> {
	return { Layout: browserLayout(hooks), Failure: browserFailure(hooks) };
}

function browserLayout({ onShown }: BrowserHooks): ComponentType {
	return function BrowserLayout(): ReactElement {
		const location = useLocation();
		const navigationType = useNavigationType();
		const view = useView();
		const last = useRef({ location, view });
		useLayoutEffect(() => {
			const { current } = last;
			if (current.location === location && current.view === view) return;
			last.current = { location, view };
			onShown({ location, view, isSamePage: current.view === view, navigationType });
		}, [location, view, navigationType]);
		return <RoutedLayout />;
	};
}

function browserFailure({ onFailed }: BrowserHooks): ComponentType {
	return function BrowserFailure(): ReactElement {
		useLayoutEffect(onFailed, []);
		return <FailurePage />;
	};
}
