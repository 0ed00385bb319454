import { announce } from "../../components/announce.ts";

const CODE = "figure.code";

/** Around the link to the Markdown of the page. */
const SOURCE = ".page-source";

const BUTTON_CLASS = "copy-code";

/** Long enough to be read, short enough not to be taken for the button's name. */
const CONFIRMED_FOR_MS = 2000;

/**
 * Adds a copy button to a code block when the visitor points at it or focuses it, and to the link to
 * the page's Markdown on the first such event. So the server's HTML has no button that needs
 * JavaScript, and hydration finds what the server sent.
 */
export function offerCodeCopying(page: Window, word: (english: string) => string): void {
	const { document } = page;
	document.addEventListener("pointerover", offer, { passive: true });
	document.addEventListener("focusin", offer);
	document.addEventListener("click", ({ target }) => {
		const button = target instanceof Element ? target.closest(`.${BUTTON_CLASS}`) : null;
		if (button !== null) void copy(button);
	});

	function offer({ target }: Event): void {
		if (target instanceof Element) addButton(target.closest(CODE));
		addButton(document.querySelector(SOURCE));
	}

	function addButton(block: Element | null): void {
		if (block === null || block.querySelector(`.${BUTTON_CLASS}`) !== null) return;
		const button = document.createElement("button");
		button.type = "button";
		button.className = BUTTON_CLASS;
		button.textContent = nameOf(block);
		block.append(button);
	}

	async function copy(button: Element): Promise<void> {
		const block = button.parentElement;
		const link = block?.querySelector("a[data-file]");
		try {
			const text =
				link instanceof HTMLAnchorElement
					? await (await page.fetch(link.href)).text()
					: block?.querySelector("pre")?.textContent;
			await page.navigator.clipboard.writeText(text ?? "");
			confirm(button, word("Copied"));
		} catch {
			// Not a secure context, or not permitted: the visitor can select the text.
			confirm(button, word("Not allowed"));
		}
	}

	function confirm(button: Element, outcome: string): void {
		button.textContent = outcome;
		announce(document, outcome);
		page.setTimeout(() => {
			button.textContent = nameOf(button.parentElement);
		}, CONFIRMED_FOR_MS);
	}

	function nameOf(block: Element | null): string {
		return block?.matches(CODE) === true ? word("Copy") : word("Copy page");
	}
}
