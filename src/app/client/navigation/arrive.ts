import type { ColorMode } from "../../../shared/appearance/color-mode.ts";
import { errorTitle, type Head } from "../../../shared/page/head.ts";
import { payloadHead } from "../../../shared/page/payload.ts";
import { AUTHOR_ID_PREFIX, type PublicConfig } from "../../../shared/page/public-config.ts";
import { announce } from "../../components/announce.ts";
import { MANAGED_MARK, managedTag } from "../../managed-tag.ts";
import type { View } from "../../view.ts";
import { headElement } from "../head-element.ts";
import type { Arrival } from "./navigation-state.ts";
import type { ScrollMemory } from "./scroll-memory.ts";

export interface ArriveParts {
	readonly page: Window;
	readonly config: PublicConfig;
	readonly forceColorMode: (mode: ColorMode | undefined) => void;
	readonly scrollMemory: Pick<ScrollMemory, "recall" | "arrive">;
}

/** Does what a browser does after it has loaded a document: head, focus, scrolling. */
export function createArrive(parts: ArriveParts): (arrival: Arrival) => void {
	const { page, config, forceColorMode, scrollMemory } = parts;
	const { document } = page;
	return (arrival) => {
		if (!arrival.isPlace) showHead(arrival);
		if (arrival.how !== "refresh") moveTo(arrival);
	};

	function showHead({ view, entry, how }: Arrival): void {
		const before = document.title;
		forceColorMode(view.kind === "page" ? view.page.colorMode : undefined);
		applyHead(document, payloadHead(config, view, new URL(entry.url).search));
		// A visitor who reads on must not notice more than the words that have changed.
		if (how === "refresh" && document.title === before) return;
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

/** Without the site's name, which visitors know. */
function titleOf(view: View, { name }: PublicConfig): string {
	return view.kind === "error" ? errorTitle(view.error) : view.page.title || name;
}

/** Gives the document the head that a direct load of the page would have. */
function applyHead(page: Document, { language, title, tags }: Head): void {
	page.documentElement.lang = language;
	page.title = title;
	for (const old of page.head.querySelectorAll(`[${MANAGED_MARK}]`)) old.remove();
	page.head.querySelector("title")?.after(...tags.map((tag) => headElement(page, managedTag(tag))));
}

/** @returns The element that the fragment names. */
function findTarget(page: Document, hash: string): HTMLElement | undefined {
	if (hash.length < 2) return undefined;
	const id = decodeFragment(hash.slice(1));
	return page.getElementById(id) ?? page.getElementById(AUTHOR_ID_PREFIX + id) ?? undefined;
}

function decodeFragment(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		// As in browsers: a fragment that cannot be decoded is looked up as it is.
		return fragment;
	}
}

/** Focuses the target of the link or the heading, so that Tab and screen readers go on from there. */
function focusPage(page: Document, target: HTMLElement | undefined): void {
	const element =
		target ?? page.querySelector<HTMLElement>("main h1") ?? page.querySelector<HTMLElement>("main");
	if (element === null) return;
	// Headings take no focus by themselves; links and buttons do, and must stay in the Tab order.
	if (element.tabIndex < 0) element.tabIndex = -1;
	element.focus({ preventScroll: true });
}
