import { announce } from "./announce.ts";

export interface Notice {
	/** Says one sentence over the page, to eyes and to screen readers. */
	readonly show: (sentence: string) => void;
	readonly hide: () => void;
}

/** A line at the edge of the window, for what a visitor must know about the page as it is. */
export function createNotice({ document }: Window): Notice {
	const line = document.createElement("div");
	line.className = "notice";
	// The live region of the layout has said it already.
	line.setAttribute("aria-hidden", "true");
	return {
		show(sentence) {
			line.textContent = sentence;
			document.body.append(line);
			announce(document, sentence);
		},
		hide: () => line.remove(),
	};
}
