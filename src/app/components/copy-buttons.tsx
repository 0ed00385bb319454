import { type ReactElement, type ReactPortal, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useWords } from "../runtime-config.ts";
import { announce } from "./announce.ts";

const CODE = "figure.code";

/** Element around the link to the Markdown of the page. */
const SOURCE = ".page-source";

/**
 * Adds a copy button to a code block when the visitor points at it or focuses it, and to the link to
 * the page's Markdown on the first such event. So the server's HTML has no button that needs
 * JavaScript, and hydration finds the HTML of the server.
 */
export function CopyButtons(): readonly ReactPortal[] {
	const [blocks, setBlocks] = useState<readonly Element[]>([]);
	useEffect(() => {
		const offer = ({ target }: Event): void => {
			const code = target instanceof Element ? target.closest(CODE) : null;
			const found = [code, document.querySelector(SOURCE)].filter((block) => block !== null);
			setBlocks((known) =>
				found.every((block) => known.includes(block))
					? known
					: [...new Set([...known, ...found])].filter(({ isConnected }) => isConnected),
			);
		};
		document.addEventListener("pointerover", offer, { passive: true });
		document.addEventListener("focusin", offer);
		return () => {
			document.removeEventListener("pointerover", offer);
			document.removeEventListener("focusin", offer);
		};
	}, []);
	return blocks.map((block, index) =>
		createPortal(
			<CopyButton block={block} label={block.matches(CODE) ? "Copy" : "Copy page"} />,
			block,
			String(index),
		),
	);
}

interface CopyButtonProps {
	/** Contains a link to the text, or the code itself. */
	readonly block: Element;
	/** English label of the button. */
	readonly label: string;
}

/** Long enough to be read, short enough not to be mistaken for the button's name. */
const CONFIRMED_FOR_MS = 2000;

/** Copies a text of the page, and shows the outcome. */
function CopyButton({ block, label }: CopyButtonProps): ReactElement {
	const word = useWords();
	const [outcome, setOutcome] = useState<string>();
	useEffect(() => {
		if (outcome === undefined) return undefined;
		const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_FOR_MS);
		return () => clearTimeout(timer);
	}, [outcome]);

	async function copy(): Promise<void> {
		const sentence = word(await outcomeOfCopying(block));
		setOutcome(sentence);
		announce(document, sentence);
	}

	return (
		<button type="button" className="copy-code" onClick={() => void copy()}>
			{outcome ?? word(label)}
		</button>
	);
}

async function outcomeOfCopying(block: Element): Promise<"Copied" | "Not allowed"> {
	const link = block.querySelector("a[data-file]");
	try {
		const text =
			link instanceof HTMLAnchorElement
				? await (await fetch(link.href)).text()
				: block.querySelector("pre")?.textContent;
		await navigator.clipboard.writeText(text ?? "");
		return "Copied";
	} catch {
		// Not a secure context, or not permitted: the visitor can select the text.
		return "Not allowed";
	}
}
