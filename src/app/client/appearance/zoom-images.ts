import type { PublicConfig } from "../../../shared/page/public-config.ts";
import { wordIn } from "../../../shared/page/words.ts";
import styleText from "./zoom.css" with { type: "text" };

const ZOOMABLE = "zoomable";

/** What an image does already when it is clicked. */
const PURPOSES = "a, button, label, summary";

let isListening = false;

/**
 * Lets images that have a larger size be opened over the page, by a click or by the keyboard. Without
 * a text alternative a button would have no name: such images stay as they are.
 */
export function offerZoom({ document }: Window, config: Pick<PublicConfig, "words">): void {
	document.querySelector<HTMLDialogElement>("dialog.zoomed")?.close();
	for (const image of document.querySelectorAll<HTMLImageElement>("#page-body picture > img")) {
		if (image.alt === "" || image.closest(PURPOSES) !== null || !hasLarger(image)) continue;
		image.classList.add(ZOOMABLE);
		image.tabIndex = 0;
		image.role = "button";
		image.ariaHasPopup = "dialog";
	}
	if (isListening) return;
	isListening = true;
	const styles = new CSSStyleSheet();
	styles.replaceSync(styleText);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
	const openTarget = (event: Event): void => {
		if (!(event.target instanceof HTMLImageElement) || !event.target.matches(`.${ZOOMABLE}`))
			return;
		event.preventDefault();
		openLarge(event.target, wordIn(config, "Close"));
	};
	document.addEventListener("click", openTarget);
	document.addEventListener("keydown", (event) => {
		if (event.key === "Enter" || event.key === " ") openTarget(event);
	});
}

/** Whether there is a size that is wider than what the page shows. */
function hasLarger(image: HTMLImageElement): boolean {
	const candidates = image.parentElement?.querySelector("source")?.srcset ?? "";
	return Number(/ (\d+)w$/.exec(candidates)?.[1]) > image.clientWidth;
}

/** The browser returns the focus to the image when the dialog closes. */
function openLarge(image: HTMLImageElement, close: string): void {
	const { ownerDocument: document, alt } = image;
	const dialog = document.createElement("dialog");
	const picture = image.parentElement?.cloneNode(true) as HTMLPictureElement;
	for (const source of picture.querySelectorAll("source")) source.sizes = "100vw";
	const large = document.createElement("img");
	Object.assign(large, { src: image.src, alt });
	picture.querySelector("img")?.replaceWith(large);
	const button = document.createElement("button");
	button.textContent = close;
	dialog.className = "zoomed";
	dialog.ariaLabel = alt;
	dialog.append(button, picture);
	dialog.addEventListener("click", () => dialog.close());
	dialog.addEventListener("close", () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}
