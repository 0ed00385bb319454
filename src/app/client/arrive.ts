import { decodeLeniently } from "../../shared/decode-leniently.ts";
import { errorTitle } from "../../shared/page/head.ts";
import { AUTHOR_ID_PREFIX, type PublicConfig } from "../../shared/page/public-config.ts";
import type { ColorMode } from "../../shared/theme/color-mode.ts";
import { announce } from "../components/announce.ts";
import type { View } from "../view.ts";
import type { Arrival } from "./navigation/browser-routes.tsx";

export interface ArriveParts {
	readonly document: Document;
	readonly config: PublicConfig;
	readonly forceColorMode: (mode: ColorMode | undefined) => void;
}

/** Imitates a document load: sets the focus, and announces the title. The router scrolls. */
export function createArrive(parts: ArriveParts): (arrival: Arrival) => void {
	const { document, config, forceColorMode } = parts;
	let shownTitle = document.title;
	return (arrival) => {
		if (!arrival.isHashOnly) sayTitle(arrival);
		if (!arrival.isRefresh) moveTo(arrival);
	};

	function sayTitle({ view, isRefresh }: Arrival): void {
		forceColorMode(view.kind === "page" ? view.page.colorMode : undefined);
		const before = shownTitle;
		shownTitle = document.title;
		// After a refresh, a reader must notice nothing except the changed text.
		if (isRefresh && shownTitle === before) return;
		announce(document, titleOf(view, config));
	}

	function moveTo({ location, isHashOnly }: Arrival): void {
		const target = findTarget(document, location.hash);
		if (target !== undefined || !isHashOnly) focusPage(document, target);
		// The router does not know the prefix of ids that authors write.
		if (target?.id.startsWith(AUTHOR_ID_PREFIX) === true) target.scrollIntoView();
	}
}
/** Title without the site's name, which visitors know. */
function titleOf(view: View, { name }: PublicConfig): string {
	return view.kind === "error" ? errorTitle(view.error) : view.page.title || name;
}

/** @returns The element that the fragment names. */
function findTarget(page: Document, hash: string): HTMLElement | undefined {
	if (hash.length < 2) return undefined;
	const id = decodeLeniently(hash.slice(1));
	return page.getElementById(id) ?? page.getElementById(AUTHOR_ID_PREFIX + id) ?? undefined;
}

/** Focuses the target of the link or the heading, so that Tab and screen readers continue there. */
function focusPage(page: Document, target: HTMLElement | undefined): void {
	const element =
		target ?? page.querySelector<HTMLElement>("main h1") ?? page.querySelector<HTMLElement>("main");
	if (element === null) return;
	// Headings are not focusable. Links and buttons are, and must stay in the Tab order.
	if (element.tabIndex < 0) element.tabIndex = -1;
	element.focus({ preventScroll: true });
}
