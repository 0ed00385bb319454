import {
	type ComponentType,
	type ReactElement,
	type ReactPortal,
	useContext,
	useEffect,
	useId,
	useLayoutEffect,
	useState,
	useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Words } from "../../../shared/page/words.ts";
import { AnalyticsContext, type EarlyAccessFeature } from "../../components/analytics-context.ts";
import { Flag } from "../../components/flag.tsx";
import { createListeners } from "../listeners.ts";
import type { OverlayStore } from "../overlays.ts";

export interface LivePartsOptions {
	readonly page: Document;
	readonly showOverlay: OverlayStore["show"];
	/** Called after parts of the page were added or removed. */
	readonly onChange: () => void;
}

interface LiveIslandProps {
	/** Translates a word into the language of the island. */
	readonly word: (english: string) => string;
}

/** Selector of live islands, and of content for visitors with a flag. */
const PARTS = "[data-live], template[data-flag]";

/** The islands that depend on the visitor, by the `data-live` of their element. */
const LIVE_ISLANDS: Readonly<Record<string, ComponentType<LiveIslandProps>>> = {
	"early-access": EarlyAccess,
	"analytics-consent": ConsentControl,
};

/**
 * Renders the parts of page bodies that depend on the visitor: flags, early access, consent.
 *
 * @returns A function to call when another page is in the document.
 */
export function createLiveParts(options: LivePartsOptions): () => void {
	const { page, showOverlay, onChange } = options;
	const { subscribe, notify } = createListeners();
	/** React keys by element. */
	let parts: ReadonlyMap<HTMLElement, number> = new Map();
	let lastKey = 0;
	const onContent = (): void => {
		// The added content may contain parts.
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

	/** Removes the sentence of the server, which the component replaces. */
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

/** Browsers do not show, load or read aloud template content, but the element can show a portal. */
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
function wordsOf({ dataset }: HTMLElement): LiveIslandProps["word"] {
	const words = JSON.parse(dataset["words"] ?? "{}") as Words;
	return (english) => words[english] ?? english;
}

/** Shows the visitor's choice and a button to change it: withdrawing is as easy as agreeing. */
function ConsentControl({ word }: LiveIslandProps): ReactElement {
	const { subscribe, consent, grant, deny } = useContext(AnalyticsContext);
	const status = useSyncExternalStore(subscribe, consent);
	const isGranted = status === "granted";
	return (
		<>
			<p role="status">{word(SENTENCES[status])}</p>
			{status !== "none" && (
				<button type="button" className="button" onClick={isGranted ? deny : grant}>
					{word(isGranted ? "Stop counting my visits" : "Count my visits")}
				</button>
			)}
		</>
	);
}

const SENTENCES = {
	none: "There is nothing to agree to: about your visits, nothing is stored in this browser.",
	pending: "Your visits are not counted: you have not been asked yet, or have not answered.",
	granted: "You have agreed that your visits are counted.",
	denied: "Your visits are not counted.",
} as const;

/** Features that visitors can switch on for themselves. */
function EarlyAccess({ word }: LiveIslandProps): ReactElement {
	const { subscribe, consent, earlyAccessFeatures } = useContext(AnalyticsContext);
	const mayAsk = useSyncExternalStore(subscribe, () => /none|granted/.test(consent()));
	const [features, setFeatures] = useState<readonly EarlyAccessFeature[]>([]);
	useEffect(() => {
		if (mayAsk) void earlyAccessFeatures().then(setFeatures);
	}, [mayAsk, earlyAccessFeatures]);
	if (!mayAsk) {
		return (
			<p>{word("What can be tried is listed here once you agree that your visits are counted.")}</p>
		);
	}
	if (features.length === 0) return <p>{word("There is nothing to try at the moment.")}</p>;
	return (
		<ul>
			{features.map((feature) => (
				<Feature key={feature.flagKey} {...feature} />
			))}
		</ul>
	);
}

function Feature(feature: EarlyAccessFeature): ReactElement {
	const { flagKey, name, description, documentationUrl } = feature;
	const { subscribe, flag, enroll } = useContext(AnalyticsContext);
	const value = useSyncExternalStore(subscribe, () => flag(flagKey).value);
	const id = useId();
	return (
		<li>
			<label>
				<input
					type="checkbox"
					checked={meetsFlag({ key: flagKey }, value)}
					onChange={({ target }) => enroll(flagKey, target.checked)}
					aria-describedby={id}
				/>
				{name}
			</label>
			<p id={id}>
				{description} {documentationUrl !== null && <a href={documentationUrl}>{name}</a>}
			</p>
		</li>
	);
}
