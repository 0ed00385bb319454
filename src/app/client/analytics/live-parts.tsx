import {
	type ComponentType,
	type ReactElement,
	type ReactPortal,
	useLayoutEffect,
	useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import type { Words } from "../../../shared/page/words.ts";
import { ConsentControl } from "../../components/consent-control.tsx";
import { EarlyAccess } from "../../components/early-access.tsx";
import { Flag } from "../../components/flag.tsx";
import { createListeners } from "../listeners.ts";
import type { OverlayStore } from "../overlays.ts";

export interface LivePartsOptions {
	readonly page: Document;
	readonly showOverlay: OverlayStore["show"];
	/** Called after parts of the page were added or removed. */
	readonly onChange: () => void;
}

/** Translates a word into the language of an island. */
type Word = (english: string) => string;

/** Islands, and content for visitors with a flag. */
const PARTS = "[data-live], template[data-flag]";

/** The islands that depend on the visitor, by the `data-live` of their element. */
const LIVE_ISLANDS: Readonly<Record<string, ComponentType<{ word: Word }>>> = {
	"early-access": EarlyAccess,
	"analytics-consent": ConsentControl,
};

/**
 * The parts of page bodies that depend on the visitor: flags, early access, consent.
 *
 * @returns A function to call when another page is in the document.
 */
export function createLiveParts(options: LivePartsOptions): () => void {
	const { page, showOverlay, onChange } = options;
	const { subscribe, notify } = createListeners();
	/** Numbers by element, as keys for React. */
	let parts: ReadonlyMap<HTMLElement, number> = new Map();
	let lastKey = 0;
	const onContent = (): void => {
		// It may contain parts.
		update();
		onChange();
	};
	const store = { subscribe, parts: () => parts, onContent };
	showOverlay("after", <Portals {...store} />);
	return update;

	function update(): void {
		const found = [...page.querySelectorAll<HTMLElement>(PARTS)];
		if (found.length === parts.size && found.every((part) => parts.has(part))) return;
		parts = new Map(found.map((part) => [part, parts.get(part) ?? adopt(part)]));
		notify();
	}

	/** The component replaces the sentence of the server. */
	function adopt(part: HTMLElement): number {
		part.replaceChildren();
		lastKey += 1;
		return lastKey;
	}
}

interface PortalsProps {
	readonly subscribe: (listener: () => void) => () => void;
	readonly parts: () => ReadonlyMap<HTMLElement, number>;
	/** Called after content was added or removed. */
	readonly onContent: () => void;
}

function Portals({ subscribe, parts, onContent }: PortalsProps): readonly ReactPortal[] {
	return Array.from(useSyncExternalStore(subscribe, parts), ([element, key]) => {
		const Island = LIVE_ISLANDS[element.dataset["live"] ?? ""];
		const part = Island && <Island word={wordsOf(element)} />;
		const block = element instanceof HTMLTemplateElement && (
			<FlagBlock block={element} onContent={onContent} />
		);
		return createPortal(part ?? block, element, String(key));
	});
}

interface FlagBlockProps extends Pick<PortalsProps, "onContent"> {
	readonly block: HTMLTemplateElement;
}

/** Browsers neither show nor load nor read aloud what is in a template, but its element can show a portal. */
function FlagBlock({ block, onContent }: FlagBlockProps): ReactElement {
	const { flag = "", variant } = block.dataset;
	return (
		<Flag name={flag} {...(variant !== undefined && { variant })}>
			<FlagContent html={block.innerHTML} onContent={onContent} />
		</Flag>
	);
}

function FlagContent({ html, onContent }: { html: string } & Pick<PortalsProps, "onContent">) {
	useLayoutEffect(() => {
		onContent();
		return onContent;
	}, [onContent]);
	// biome-ignore lint/security/noDangerouslySetInnerHtml: a part of the rendered Markdown.
	return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The server writes the words into the element of the island. */
function wordsOf({ dataset }: HTMLElement): Word {
	const words = JSON.parse(dataset["words"] ?? "{}") as Words;
	return (english) => words[english] ?? english;
}
