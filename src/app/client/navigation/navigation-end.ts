import { internalError } from "../../../shared/page/errors.ts";
import { errorHead, errorTitle, type Head } from "../../../shared/page/head.ts";
import type { PublicConfig } from "../../../shared/page/public-config.ts";
import { payloadHead } from "../../payload-head.ts";
import type { View } from "../../view.ts";
import { closeMenu } from "../appearance/close-menu.ts";
import type { ColorModeStore } from "../appearance/color-mode.ts";
import type { HeadingFollower } from "../appearance/follow-headings.ts";
import { revealCurrentPage } from "../appearance/reveal-current-page.ts";
import type { IslandRefresher } from "../freshness/islands.ts";
import { announce } from "./announce.ts";
import { applyHead } from "./apply-head.ts";
import type { BrowserHooks } from "./browser-parts.tsx";
import { findTarget, focusPage } from "./move-focus.ts";
import type { ScrollMemory } from "./scroll-memory.ts";
import type { Shown } from "./shown.ts";
import type { ViewTransitions } from "./view-transitions.ts";

export interface NavigationEndParts {
	readonly page: Window;
	readonly config: PublicConfig;
	readonly colorMode: Pick<ColorModeStore, "force">;
	readonly scrollMemory: Pick<ScrollMemory, "recall" | "resume">;
	readonly transitions: Pick<ViewTransitions, "end">;
	readonly headings: Pick<HeadingFollower, "restart">;
	readonly islands: IslandRefresher;
}

/** Does what a browser does by itself when it has loaded a document. */
export function createNavigationEnd(parts: NavigationEndParts): BrowserHooks {
	const { page, config, colorMode, scrollMemory, transitions, headings, islands } = parts;
	return {
		onShown(shown) {
			if (shown.isUpdate) return presentUpdate(shown);
			scrollMemory.resume();
			closeMenu(page.document);
			if (!shown.isSamePage) presentView(shown);
			moveTo(shown);
			transitions.end();
		},
		onFailed() {
			const error = internalError();
			present(errorHead(config, error), errorTitle(error));
			focusPage(page.document, undefined);
			transitions.end();
		},
	};

	function presentView({ view, location }: Shown): void {
		colorMode.force(view.kind === "page" ? view.page.colorMode : undefined);
		headings.restart();
		islands.watch();
		revealCurrentPage(page.document);
		present(payloadHead(config, view, location.search), titleOf(view, config));
	}

	/** A reader of the page must notice only the words that have changed. */
	function presentUpdate({ view, location }: Shown): void {
		const { title } = page.document;
		colorMode.force(view.kind === "page" ? view.page.colorMode : undefined);
		headings.restart();
		islands.watch();
		applyHead(page.document, payloadHead(config, view, location.search));
		if (page.document.title !== title) announce(page.document, titleOf(view, config));
	}

	function present(head: Head, title: string): void {
		applyHead(page.document, head);
		announce(page.document, title);
	}

	function moveTo({ location, isSamePage, navigationType }: Shown): void {
		const target = findTarget(page.document, location.hash);
		if (target !== undefined || !isSamePage) focusPage(page.document, target);
		const top = navigationType === "POP" ? scrollMemory.recall() : undefined;
		if (top === undefined && target !== undefined) target.scrollIntoView();
		else page.scrollTo(0, top ?? 0);
	}
}

/** The page's own title: by now, visitors know the site's name. */
function titleOf(view: View, { name }: PublicConfig): string {
	return view.kind === "error" ? errorTitle(view.error) : view.page.title || name;
}
