export interface ConsentBannerHooks {
	/** Has screen readers say a sentence. */
	readonly announce: (sentence: string) => void;
	readonly onChoice: (choice: "granted" | "denied") => void;
}

/**
 * Asks whether the visit may be counted. It lies over the edge of the page and moves nothing,
 * takes no focus by itself, and both answers are one step away and look alike.
 *
 * @returns A function that takes it away.
 */
export function showConsentBanner(
	page: Document,
	{ announce, onChoice }: ConsentBannerHooks,
): () => void {
	const banner = page.createElement("section");
	banner.className = "consent-banner";
	banner.setAttribute("aria-label", "Analytics");
	const question = page.createElement("p");
	question.textContent = QUESTION;
	const answers = page.createElement("div");
	answers.className = "consent-answers";
	answers.append(
		answerButton(page, "No", () => onChoice("denied")),
		answerButton(page, "Yes, count my visit", () => onChoice("granted")),
	);
	banner.append(question, answers);
	// In front of the page, so that the keyboard meets it first and not after the footer.
	page.body.prepend(banner);
	announce(QUESTION);
	return () => {
		const hadFocus = banner.contains(page.activeElement);
		banner.remove();
		// The keyboard goes on where reading does, not at the start of everything.
		if (hadFocus) page.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
	};
}

const QUESTION =
	"May this site count your visit? It stores your answer, and nothing else, in this browser.";

function answerButton(page: Document, label: string, onClick: () => void): HTMLButtonElement {
	const button = page.createElement("button");
	button.type = "button";
	button.textContent = label;
	button.addEventListener("click", onClick);
	return button;
}
