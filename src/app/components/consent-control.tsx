import { type ReactElement, useContext, useSyncExternalStore } from "react";
import { AnalyticsContext } from "./analytics-context.ts";

export interface ConsentControlProps {
	/** Translates a word into the language of the island. */
	readonly word: (english: string) => string;
}

/** The visitor's choice, with the button that changes it: as easy as it was to agree. */
export function ConsentControl({ word }: ConsentControlProps): ReactElement {
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
