import { type ReactPortal, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "./copy-button.tsx";

const CODE = "figure.code";

/** Around the link to the Markdown of the page. */
const SOURCE = ".page-source";

/**
 * Adds a copy button to a code block when the visitor points at it or focuses it, and to the link to
 * the page's Markdown on the first such event. So the server's HTML has no button that needs
 * JavaScript, and hydration finds what the server sent.
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
