import { announce } from "../announce.ts";
import type { NavigationEvent, Notice } from "./navigation-state.ts";

export interface NoticeOptions {
	readonly document: Document;
	/** @returns A word of the frame in the language of the site. */
	readonly word: (english: string) => string;
	/** Called with the visitor's answer. */
	readonly send: (event: NavigationEvent) => void;
}

type Answer = Extract<NavigationEvent["kind"], "cancel" | "keep-waiting" | "load-document">;

interface NoticeText {
	readonly sentence: string;
	/** The labels of the buttons, by the event that they send. */
	readonly answers: Readonly<Partial<Record<Answer, string>>>;
}

const TEXTS: Readonly<Record<Notice, NoticeText>> = {
	waiting: {
		sentence: "You seem to be offline. The page opens when the connection is back.",
		answers: { cancel: "Cancel" },
	},
	cached: {
		sentence: "You seem to be offline. Pages visited in this tab are shown as they were.",
		answers: {},
	},
	slow: {
		sentence: "The page takes a long time to load.",
		answers: { "keep-waiting": "Keep waiting", "load-document": "Load the full page" },
	},
	incomplete: {
		sentence: "A part of that page is missing on the server. Try again in a moment.",
		answers: { cancel: "Close" },
	},
	undecided: {
		sentence: "It is not known whether this page is for you. Try again in a moment.",
		answers: { cancel: "Close" },
	},
};

/** A line at the edge of the window about the state of the navigation. */
export function createNotice({
	document,
	word,
	send,
}: NoticeOptions): (notice: Notice | undefined) => void {
	const line = document.createElement("div");
	line.className = "notice";
	let shown: Notice | undefined;
	let unannounce = (): void => undefined;
	return (notice) => {
		if (notice === shown) return;
		shown = notice;
		const hadFocus = line.contains(document.activeElement);
		line.remove();
		unannounce();
		// Otherwise the Tab key would start again at the top of the document.
		if (hadFocus) document.querySelector("main")?.focus({ preventScroll: true });
		if (notice === undefined) return;
		const { sentence: english, answers } = TEXTS[notice];
		const sentence = word(english);
		const text = document.createElement("p");
		text.textContent = sentence;
		line.replaceChildren(text, ...Object.entries(answers).map(button));
		document.body.append(line);
		unannounce = announce(document, sentence);
	};

	function button([kind, label]: [string, string]): HTMLElement {
		const element = document.createElement("button");
		element.type = "button";
		element.textContent = word(label);
		// The keys of the table are kinds of answers.
		element.addEventListener("click", () => send({ kind: kind as Answer }));
		return element;
	}
}
