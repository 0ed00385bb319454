export interface ConsentBannerHooks {
	/** Gives a word of the frame in the language of the page. */
	readonly word: (english: string) => string;
	/** Has screen readers say a sentence. @returns A function that clears it. */
	readonly announce: (sentence: string) => () => void;
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
	{ word, announce, onChoice }: ConsentBannerHooks,
): () => void {
	const banner = page.createElement("section");
	banner.className = "consent-banner";
	banner.setAttribute("aria-label", word("Analytics"));
	const question = page.createElement("p");
	question.textContent = word(QUESTION);
	const answers = page.createElement("div");
	answers.className = "consent-answers";
	answers.append(
		answerButton(page, word("No"), () => onChoice("denied")),
		answerButton(page, word("Yes, count my visit"), () => onChoice("granted")),
	);
	banner.append(question, answers);
	// In front of the page, so that the keyboard meets it first and not after the footer.
	page.body.prepend(banner);
	const unannounce = announce(word(QUESTION));
	return () => {
		const hadFocus = banner.contains(page.activeElement);
		banner.remove();
		unannounce();
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
