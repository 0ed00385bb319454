import type { ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Words } from "../../../shared/page/words.ts";
import type { Analytics } from "../../components/analytics-context.ts";
import { ConsentControl } from "./consent-control.tsx";
import { EarlyAccess } from "./early-access.tsx";
import { createFlagBlocks } from "./flag-blocks.ts";

export interface LivePartsOptions {
	readonly page: Document;
	readonly analytics: Analytics;
	/** Called after parts of the page were added or removed. */
	readonly onChange: () => void;
}

export interface LiveParts {
	/** Called when another page is in the document. */
	readonly update: () => void;
}

/** Translates a word into the language of an island. */
type Word = (english: string) => string;

/** The islands that depend on the visitor, by the `data-live` of their element. */
const LIVE_ISLANDS: Readonly<Record<string, ComponentType<{ analytics: Analytics; word: Word }>>> =
	{
		"early-access": EarlyAccess,
		"analytics-consent": ConsentControl,
	};

/** The parts of page bodies that depend on the visitor: flags, early access, consent. */
export function createLiveParts({ page, analytics, onChange }: LivePartsOptions): LiveParts {
	const roots = new Map<HTMLElement, Root>();
	const blocks = createFlagBlocks({ page, analytics, onChange });
	analytics.subscribe(update);
	return { update };

	function update(): void {
		blocks.update();
		for (const [element, root] of roots) if (!element.isConnected) unmount(element, root);
		for (const element of page.querySelectorAll<HTMLElement>("[data-live]")) {
			if (!roots.has(element)) mount(element);
		}
	}

	function mount(element: HTMLElement): void {
		const Island = LIVE_ISLANDS[element.dataset["live"] ?? ""];
		if (Island === undefined) return;
		const root = createRoot(element);
		roots.set(element, root);
		root.render(<Island analytics={analytics} word={wordsOf(element)} />);
	}

	function unmount(element: HTMLElement, root: Root): void {
		roots.delete(element);
		// React may be in the middle of showing the next page.
		queueMicrotask(() => root.unmount());
	}
}

/** The server writes the words into the element of the island. */
function wordsOf({ dataset }: HTMLElement): Word {
	const words = JSON.parse(dataset["words"] ?? "{}") as Words;
	return (english) => words[english] ?? english;
}
