import { type ComponentType, type ReactPortal, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Words } from "../../../shared/page/words.ts";
import type { Analytics } from "../../components/analytics-context.ts";
import { ConsentControl } from "../../components/consent-control.tsx";
import { EarlyAccess } from "../../components/early-access.tsx";
import { createListeners } from "../listeners.ts";
import type { OverlayStore } from "../overlays.ts";
import { createFlagBlocks } from "./flag-blocks.ts";

export interface LivePartsOptions {
	readonly page: Document;
	readonly analytics: Analytics;
	readonly showOverlay: OverlayStore["show"];
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
const LIVE_ISLANDS: Readonly<Record<string, ComponentType<{ word: Word }>>> = {
	"early-access": EarlyAccess,
	"analytics-consent": ConsentControl,
};

/** The parts of page bodies that depend on the visitor: flags, early access, consent. */
export function createLiveParts(options: LivePartsOptions): LiveParts {
	const { page, analytics, showOverlay, onChange } = options;
	const { subscribe, notify } = createListeners();
	const blocks = createFlagBlocks({ page, analytics, onChange });
	/** Numbers by element, as keys for React. */
	let islands: ReadonlyMap<HTMLElement, number> = new Map();
	let lastKey = 0;
	analytics.subscribe(update);
	showOverlay("after", <LiveIslands subscribe={subscribe} islands={() => islands} />);
	return { update };

	function update(): void {
		blocks.update();
		const found = [...page.querySelectorAll<HTMLElement>("[data-live]")];
		if (found.length === islands.size && found.every((island) => islands.has(island))) return;
		islands = new Map(found.map((island) => [island, islands.get(island) ?? adopt(island)]));
		notify();
	}

	/** The component replaces the sentence of the server. */
	function adopt(island: HTMLElement): number {
		island.replaceChildren();
		lastKey += 1;
		return lastKey;
	}
}

interface LiveIslandsProps {
	readonly subscribe: (listener: () => void) => () => void;
	readonly islands: () => ReadonlyMap<HTMLElement, number>;
}

function LiveIslands({ subscribe, islands }: LiveIslandsProps): readonly ReactPortal[] {
	return [...useSyncExternalStore(subscribe, islands)].flatMap(([element, key]) => {
		const Island = LIVE_ISLANDS[element.dataset["live"] ?? ""];
		if (Island === undefined) return [];
		return [createPortal(<Island word={wordsOf(element)} />, element, String(key))];
	});
}

/** The server writes the words into the element of the island. */
function wordsOf({ dataset }: HTMLElement): Word {
	const words = JSON.parse(dataset["words"] ?? "{}") as Words;
	return (english) => words[english] ?? english;
}
