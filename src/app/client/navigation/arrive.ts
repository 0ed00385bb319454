import type { ColorMode } from "../../../shared/appearance/color-mode.ts";
import { decodeLeniently } from "../../../shared/decode-leniently.ts";
import { errorTitle } from "../../../shared/page/head.ts";
import { AUTHOR_ID_PREFIX, type PublicConfig } from "../../../shared/page/public-config.ts";
import { announce } from "../../components/announce.ts";
import type { View } from "../../view.ts";
import type { Arrival } from "./navigation-state.ts";
import type { ScrollMemory } from "./scroll-memory.ts";

export interface ArriveParts {
	readonly page: Window;
	readonly config: PublicConfig;
	readonly forceColorMode: (mode: ColorMode | undefined) => void;
	readonly scrollMemory: Pick<ScrollMemory, "recall" | "arrive">;
}

/** Imitates a document load: sets focus and scroll position, and announces the title. */
export function createArrive(parts: ArriveParts): (arrival: Arrival) => void {
	const { page, config, forceColorMode, scrollMemory } = parts;
	const { document } = page;
	let shownTitle = document.title;
	return (arrival) => {
		if (!arrival.isPlace) sayTitle(arrival);
		if (arrival.how !== "refresh") moveTo(arrival);
	};

	function sayTitle({ view, how }: Arrival): void {
		forceColorMode(view.kind === "page" ? view.page.colorMode : undefined);
		const before = shownTitle;
		shownTitle = document.title;
		// After a refresh, a reader must notice nothing except the changed text.
		if (how === "refresh" && shownTitle === before) return;
		announce(document, titleOf(view, config));
	}

	function moveTo({ entry, how, isPlace }: Arrival): void {
		const target = findTarget(document, new URL(entry.url).hash);
		if (target !== undefined || !isPlace) focusPage(document, target);
		scrollMemory.arrive(entry.index, how === "push");
		const top = how === "pop" ? scrollMemory.recall(entry.index) : undefined;
		if (top === undefined && target !== undefined) target.scrollIntoView();
		else page.scrollTo(0, top ?? 0);
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
