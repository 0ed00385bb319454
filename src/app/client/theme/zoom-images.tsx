import type { ReactElement } from "react";
import { useWords } from "../../runtime-config.ts";
import { adoptStyles } from "../adopt-styles.ts";
import type { OverlayStore } from "../overlays.ts";
import styleText from "./zoom.css" with { type: "text" };

const ZOOMABLE = "zoomable";
const SHOWN = "dialog.zoomed";

/** Elements that already handle a click on an image inside them. */
const PURPOSES = "a, button, label, summary";

export interface ZoomOptions {
	readonly page: Window;
	readonly showOverlay: OverlayStore["show"];
}

let isListening = false;

/**
 * Lets visitors open images with a larger size over the page, by a click or by the keyboard. Skips
 * images without a text alternative, because their button would have no name.
 */
export function offerZoom({ page, showOverlay }: ZoomOptions): void {
	const { document } = page;
	document.querySelector<HTMLDialogElement>(SHOWN)?.close();
	for (const image of document.querySelectorAll<HTMLImageElement>("#page-body picture > img")) {
		if (image.alt === "" || image.closest(PURPOSES) !== null || !hasLarger(image)) continue;
		image.classList.add(ZOOMABLE);
		image.tabIndex = 0;
		image.role = "button";
		image.ariaHasPopup = "dialog";
	}
	if (isListening) return;
	isListening = true;
	adoptStyles(document, styleText);
	const openTarget = (event: Event): void => {
		if (!(event.target instanceof HTMLImageElement) || !event.target.matches(`.${ZOOMABLE}`))
			return;
		event.preventDefault();
		const remove = showOverlay(
			"after",
			<ZoomedImage image={event.target} onClose={() => remove()} />,
		);
	};
	document.addEventListener("click", (event) => {
		// A click anywhere in the dialog closes it, also on its button.
		if (event.target instanceof Element) event.target.closest<HTMLDialogElement>(SHOWN)?.close();
		openTarget(event);
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "Enter" || event.key === " ") openTarget(event);
	});
}

/** Whether a size exists that is wider than the shown image. */
function hasLarger(image: HTMLImageElement): boolean {
	const candidates = image.parentElement?.querySelector("source")?.srcset ?? "";
	return Number(/ (\d+)w$/.exec(candidates)?.[1]) > image.clientWidth;
}

interface ZoomedImageProps {
	readonly image: HTMLImageElement;
	readonly onClose: () => void;
}

/** The browser returns the focus to the image when the dialog closes. */
function ZoomedImage({ image, onClose }: ZoomedImageProps): ReactElement {
	const word = useWords();
	const sources = image.parentElement?.querySelectorAll("source") ?? [];
	return (
		<dialog ref={showModal} className="zoomed" aria-label={image.alt} onClose={onClose}>
			<button type="button">{word("Close")}</button>
			<picture>
				{Array.from(sources, ({ type, srcset }) => (
					<source key={type} type={type} srcSet={srcset} sizes="100vw" />
				))}
				<img src={image.src} alt={image.alt} />
			</picture>
		</dialog>
	);
}

function showModal(dialog: HTMLDialogElement | null): void {
	dialog?.showModal();
}
