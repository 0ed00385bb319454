import type { ColorMode } from "../../../shared/appearance/color-mode.ts";
import { errorTitle } from "../../../shared/page/head.ts";
import type { PublicConfig } from "../../../shared/page/public-config.ts";
import { payloadHead } from "../../payload-head.ts";
import type { View } from "../../view.ts";
import { announce } from "../announce.ts";
import { applyHead } from "./apply-head.ts";
import { findTarget, focusPage } from "./move-focus.ts";
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
