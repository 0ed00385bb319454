import { Fragment, type ReactElement, useLayoutEffect } from "react";
import { type DataRouter, NavigationType, useLocation } from "react-router";
import { internalError } from "../../../shared/page/errors.ts";
import { payloadHead } from "../../../shared/page/payload.ts";
import { belowBasePath } from "../../../shared/routing/routes.ts";
import { PAGE_TABLE } from "../../pages/page-table.ts";
import {
	createRoutes,
	dataOfPage,
	FailurePage,
	loaderDataOf,
	RoutedLayout,
} from "../../router.tsx";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useView, type View } from "../../view.ts";
import { createAppRouter, urlOf } from "./app-router.ts";
import type { Entry, NavigationEvent, Rendered, Visit } from "./navigation-state.ts";
import type { TabHistory } from "./tab-history.ts";

export interface ScreenOptions {
	readonly basePath: string;
	readonly history: TabHistory;
	/** View of the document. */
	readonly view: View;
	/** Called when a view is rendered, and when a script of a page navigates. */
	readonly send: (event: NavigationEvent) => void;
}

/** Shows views through React and its router. */
export interface Screen {
	readonly router: DataRouter;
	/** @param view `undefined`: the shown view. */
	readonly show: (visit: Visit, view: View | undefined) => void;
}

/** The next view to show. */
interface Next {
	readonly visit: Visit;
	readonly view: View;
	entry?: Entry;
}

/** Never settles: the machine replaces a component's navigation with its own. */
const NEVER = new Promise<never>(() => undefined);

/** The only code that uses the router: it shows a view and reports when it is rendered. */
export function createScreen({ basePath, history, view: firstView, send }: ScreenOptions): Screen {
	let shown = firstView;
	let next: Next | undefined;
	// Not in the state of the layout, which is unmounted while its error page is shown.
	let last: { readonly key: string; readonly view: View | undefined } | undefined;
	let isFailed = false;

	const router = createAppRouter({
		basePath,
		history,
		loaderData: loaderDataOf(firstView, PAGE_TABLE),
		routes: createRoutes({
			pages: PAGE_TABLE,
			Layout: BrowserLayout,
			Failure: BrowserFailure,
			loaders: {
				view: () => next?.view ?? handOver(),
				data: () => (next === undefined ? NEVER : dataOfPage(next.view)),
			},
		}),
		onEntry(action, url) {
			if (next === undefined) history[action](url);
			else next.entry = entryOf(next.visit, action, url);
		},
	});
	return {
		router,
		show(visit, view = shown) {
			next = { visit, view };
			const isIdle = router.state.navigation.state === "idle";
			if (visit.how === "refresh") void router.revalidate();
			// A revalidation would continue a component's navigation that the machine has ended.
			if (visit.how === "refresh" && isIdle) return;
			const { pathname, search, hash } = new URL(visit.url);
			void router.navigate(
				{ pathname: belowBasePath(basePath, pathname) ?? "/", search, hash },
				{ replace: visit.how !== "push" },
			);
		},
	};

	/** Forwards a component's navigation or revalidation to the machine. */
	function handOver(): Promise<never> {
		const { location, historyAction } = router.state.navigation;
		if (location === undefined) send({ kind: "changed" });
		else {
			const url = urlOf(location, history.entry().url);
			send({ kind: "click", url, isReplacing: historyAction === NavigationType.Replace });
		}
		return NEVER;
	}

	/** A step through the history and a refresh already have an entry with its state. */
	function entryOf({ how }: Visit, action: "push" | "replace", url: string): Entry {
		const entry = history.entry();
		const hasEntry = (how === "pop" || how === "refresh") && entry.url === url;
		return hasEntry ? entry : history[action](url);
	}

	function report(view: View, isFailure: boolean): void {
		const reported: Rendered = { kind: "rendered", view, isFailure, ...placeOf(next, isFailure) };
		shown = next?.view ?? shown;
		next = undefined;
		send(reported);
	}

	function failedView(): View {
		return { kind: "error", error: internalError(), navigation: shown.navigation };
	}

	function placeOf(
		waiting: Next | undefined,
		isFailure: boolean,
	): Pick<Rendered, "visit" | "entry"> {
		if (waiting === undefined) return isFailure ? {} : { entry: history.entry() };
		const { visit, entry } = waiting;
		return visit.how === "refresh" ? { visit } : { visit, entry: entry ?? history.entry() };
	}

	function BrowserLayout(): ReactElement {
		const { key } = useLocation();
		const view = useView();
		useLayoutEffect(() => {
			const before = last;
			last = { key, view };
			if (before === undefined || isFailed) return;
			if (before.key !== key || before.view !== view) report(view, false);
		}, [key, view]);
		return (
			<>
				<PageHead view={view} />
				<RoutedLayout />
			</>
		);
	}

	function BrowserFailure(): ReactElement {
		const { key } = useLocation();
		useLayoutEffect(() => {
			// The layout's effect runs later, and must not report again.
			isFailed = true;
			last = { key, view: undefined };
			report(failedView(), true);
			return () => {
				isFailed = false;
			};
		}, [key]);
		return (
			<>
				<PageHead view={failedView()} />
				<FailurePage />
			</>
		);
	}
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
				{tags.map(({ tag: Tag, ...attributes }) => (
					<Tag key={JSON.stringify(attributes)} {...attributes} />
				))}
			</Fragment>
		</>
	);
}
