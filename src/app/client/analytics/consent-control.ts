import type { Analytics } from "../../components/analytics-context.ts";
import { wordsOf } from "./words-of.ts";

type ConsentAnalytics = Pick<Analytics, "consent" | "grant" | "deny">;

/** Says what the visitor has chosen, with the button that changes it: as easy as it was to agree. */
export function fillConsentControl(
	control: HTMLElement,
	{ consent, grant, deny }: ConsentAnalytics,
): { readonly update: () => void } {
	const page = control.ownerDocument;
	const sentence = page.createElement("p");
	sentence.setAttribute("role", "status");
	const button = page.createElement("button");
	button.type = "button";
	button.className = "button";
	button.addEventListener("click", () => (consent() === "granted" ? deny() : grant()));
	control.replaceChildren(sentence, button);
	const word = wordsOf(control);
	update();
	return { update };

	function update(): void {
		const status = consent();
		sentence.textContent = word(SENTENCES[status]);
		button.hidden = status === "none";
		button.textContent = word(status === "granted" ? "Stop counting my visits" : "Count my visits");
	}
}

const SENTENCES = {
	none: "There is nothing to agree to: about your visits, nothing is stored in this browser.",
	pending: "Your visits are not counted: you have not been asked yet, or have not answered.",
	granted: "You have agreed that your visits are counted.",
	denied: "Your visits are not counted.",
} as const;
