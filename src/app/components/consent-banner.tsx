import { type ReactElement, useEffect, useRef } from "react";
import { useWords } from "../use-words.ts";
import { announce } from "./announce.ts";
import { useFocusReturn } from "./use-focus-return.ts";

export interface ConsentBannerProps {
	readonly onChoice: (choice: "granted" | "denied") => void;
}

/**
 * Asks whether the visit may be counted. The banner shifts nothing and takes no focus, and both
 * answers look alike.
 */
export function ConsentBanner({ onChoice }: ConsentBannerProps): ReactElement {
	const word = useWords();
	const banner = useRef<HTMLElement>(null);
	const question = word(QUESTION);
	useFocusReturn(banner);
	useEffect(() => announce(document, question), [question]);
	return (
		<section ref={banner} className="consent-banner" aria-label={word("Analytics")}>
			<p>{question}</p>
			<div className="consent-answers">
				<button type="button" onClick={() => onChoice("denied")}>
					{word("No")}
				</button>
				<button type="button" onClick={() => onChoice("granted")}>
					{word("Yes, count my visit")}
				</button>
			</div>
		</section>
	);
}

const QUESTION =
	"May this site count your visit? It stores your answer, and nothing else, in this browser.";
