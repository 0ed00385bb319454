export interface ConsentBannerHooks {
	/** Gives a word of the frame in the language of the page. */
	readonly word: (english: string) => string;
	/** Has screen readers say a sentence. @returns A function that clears it. */
	readonly announce: (sentence: string) => () => void;
	readonly onChoice: (choice: "granted" | "denied") => void;
}

/**
 * Asks whether the visit may be counted. The banner shifts nothing and takes no focus, and both
 * answers look alike.
 *
 * @returns A function that removes the banner.
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
	// Before the page, so that the Tab key reaches it first.
	page.body.prepend(banner);
	const unannounce = announce(word(QUESTION));
	return () => {
		const hadFocus = banner.contains(page.activeElement);
		banner.remove();
		unannounce();
		// Otherwise the Tab key would start again at the top of the document.
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
