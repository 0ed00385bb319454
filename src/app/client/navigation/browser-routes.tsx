import { Fragment, type ReactElement, use, useLayoutEffect } from "react";
import {
	type Location,
	type RouteObject,
	ScrollRestoration,
	useLocation,
	useRouteError,
} from "react-router";
import { internalError } from "../../../shared/page/errors.ts";
import { payloadHead } from "../../../shared/page/payload.ts";
import { PAGE_TABLE } from "../../pages/page-table.ts";
import {
	createRoutes,
	FailurePage,
	type FailureProps,
	PageOutlet,
	RoutedLayout,
} from "../../router.tsx";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useView, type View } from "../../view.ts";

export interface BrowserRoutesParts {
	/** Called with each change of the shown page, before the browser paints it. */
	readonly onArrival: (arrival: Arrival) => void;
	/** Called when a chunk that a component loads is lost. */
	readonly onLostPart: () => Promise<void>;
}

/** A view that is shown, with its location. */
export interface Arrival {
	readonly view: View;
	readonly location: Location;
	/** Whether only the fragment differs from the page before. */
	readonly isHashOnly: boolean;
	/** Whether the location is the same, and only its content changed. */
	readonly isRefresh: boolean;
}

/** How browsers name the failure of `import()`. */
const LOST_PART = /dynamically imported module|Importing a module script failed/i;

const NEVER = new Promise<never>(() => undefined);

/** The routes of the browser: they update the head, and report each page that is shown. */
export function createBrowserRoutes({ onArrival, onLostPart }: BrowserRoutesParts): RouteObject[] {
	// Not in the state of the layout, which is unmounted while its error page is shown.
	let last: Pick<Arrival, "view" | "location"> | undefined;
	let isFailed = false;
	return createRoutes({
		pages: PAGE_TABLE,
		Layout: BrowserLayout,
		Content: BrowserContent,
		Failure: BrowserFailure,
	});

	function report(view: View, location: Location, isFailure: boolean): void {
		const before = last;
		last = { view, location };
		if (before === undefined && !isFailure) return;
		const isSameView = view === before?.view;
		// A canceled navigation replaces the entry only.
		if (isSameView && addressOf(location) === addressOf(before.location)) return;
		const isRefresh = location === before?.location && !isFailure;
		onArrival({ view, location, isHashOnly: isSameView, isRefresh });
	}

	function BrowserLayout(): ReactElement {
		const location = useLocation();
		const view = useView();
		useLayoutEffect(() => {
			if (!isFailed) report(view, location, false);
		}, [location, view]);
		return (
			<>
				<ScrollRestoration />
				<RoutedLayout />
			</>
		);
	}

	function BrowserContent(): ReactElement {
		return (
			<>
				<PageHead view={useView()} />
				<PageOutlet />
			</>
		);
	}

	function BrowserFailure({ routeId }: FailureProps): ReactElement {
		const error = useRouteError();
		const location = useLocation();
		const view = useView();
		// The server has sent the head for an error of the page's loader.
		const isKnown = view.kind === "page" && view.loaded?.errors != null;
		const isLost = error instanceof Error && LOST_PART.test(error.message);
		useLayoutEffect(() => {
			// The layout's effect runs later, and must not report again.
			isFailed = true;
			report(isKnown ? view : failedView(view), location, !isKnown);
			return () => {
				isFailed = false;
			};
		}, [location, view, isKnown]);
		if (isLost) {
			void onLostPart();
			// The readable page stays until the chunk's document is loaded.
			use(NEVER);
		}
		return (
			<>
				<PageHead view={isKnown ? view : failedView(view)} />
				<FailurePage routeId={routeId} />
			</>
		);
	}
}

function failedView({ navigation }: View): View {
	return { kind: "error", error: internalError(), navigation };
}

function addressOf({ pathname, search, hash }: Location): string {
	return pathname + search + hash;
}

/** Title and tags of the head. React adopts the server's elements and updates them with the view. */
function PageHead({ view }: { readonly view: View }): ReactElement {
	const { search } = useLocation();
	const { title, tags } = payloadHead(useRuntimeConfig(), view, search);
	return (
		<>
			<title>{title}</title>
			{/* Replaces all tags together, so that they stay in order. */}
			<Fragment key={JSON.stringify(tags)}>
				{tags.map(({ tag: Tag, ...attributes }) => {
					const key = JSON.stringify(attributes);
					if (!("text" in attributes)) return <Tag key={key} {...attributes} />;
					const { text, type } = attributes;
					return (
						<script key={key} type={type}>
							{text}
						</script>
					);
				})}
			</Fragment>
		</>
	);
}
