import { type ReactElement, useEffect, useState } from "react";
import { useWords } from "../../use-words.ts";
import { announce } from "../announce.ts";

export interface CopyButtonProps {
	/** Contains a link to the text, or the code itself. */
	readonly block: Element;
	/** In English. */
	readonly label: string;
}

/** Long enough to be read, short enough not to be taken for the button's name. */
const CONFIRMED_FOR_MS = 2000;

/** Copies a text of the page, and says whether it did. */
export function CopyButton({ block, label }: CopyButtonProps): ReactElement {
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
