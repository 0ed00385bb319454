import { fillWords } from "../../../shared/page/fill-words.ts";
import type { SearchResult } from "../../../shared/search.ts";
import type { EventProperties } from "../../components/analytics-context.ts";
import { askSearch } from "./ask-search.ts";
import { createFoundMarks } from "./found-marks.ts";
import { renderRecent, renderResults } from "./render-results.ts";
import { searchFrame } from "./search-frame.ts";

export interface SearchDialogOptions {
	readonly page: Window;
	readonly basePath: string;
	/** Gives a word of the frame in the language of the page. */
	readonly word: (english: string) => string;
	readonly capture: (event: string, properties?: EventProperties) => void;
}

/** The search as a dialog over the page. */
export interface SearchDialog {
	/** @param text What is already typed. */
	readonly open: (text?: string) => void;
	/** To be told when another page is on the screen. */
	readonly arrived: () => void;
}

/** So long a visitor types on before the server is asked. */
const PAUSE_MS = 90;

const MAX_RECENT = 5;

/**
 * A field with a list of what is found, as one types. What was looked for before is known for as
 * long as the tab is open: nothing is stored.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function createSearchDialog({
	page,
	basePath,
	word,
	capture,
}: SearchDialogOptions): SearchDialog {
	const { document } = page;
	const { dialog, field, list, status, all } = searchFrame(document, word);
	const marks = createFoundMarks(page);
	const ask = askSearch(page.fetch.bind(page), basePath);
	let recent: readonly string[] = [];
	let results: readonly SearchResult[] | undefined;
	let asked = "";
	let active = -1;
	let timer = 0;

	field.addEventListener("input", () => {
		page.clearTimeout(timer);
		timer = page.setTimeout(() => void update(), PAUSE_MS);
	});
	field.addEventListener("keydown", onKey);
	dialog.addEventListener("click", ({ target }) => {
		// The backdrop belongs to the dialog, and everything else to a part of it.
		if (target === dialog) dialog.close();
		const option = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
		if (option !== null) choose(option);
		if (target === all) leave();
	});
	dialog.addEventListener("close", () => {
		if (results !== undefined) report();
		results = undefined;
	});

	return {
		open(text = "") {
			if (dialog.open) return dialog.close();
			if (text !== "") field.value = text;
			dialog.showModal();
			field.select();
			void update();
		},
		arrived() {
			dialog.close();
			marks.arrived();
		},
	};

	async function update(): Promise<void> {
		const text = field.value.trim();
		if (text === "") {
			results = undefined;
			asked = "";
			show(renderRecent(document, recent), "");
			return;
		}
		const found = await ask(text);
		// The field may have been emptied or changed before the answer came.
		if (found.kind === "overtaken" || field.value.trim() !== text) return;
		asked = text;
		results = found.kind === "found" ? found.results : undefined;
		all.href = `${resultsUrl()}?q=${encodeURIComponent(text)}`;
		if (results === undefined)
			show([], word("Search is not available now. Try again in a moment."));
		else show(renderResults(document, results), sentenceFor(results.length, text));
	}

	function sentenceFor(count: number, text: string): string {
		if (count > 0) return fillWords(word("Pages found: {n}"), { n: count });
		const none = fillWords(word("No page was found for “{words}”."), { words: text });
		return `${none} ${word("Check the spelling, or try fewer or other words.")}`;
	}

	/** As the form in the header has it. */
	function resultsUrl(): string {
		return document.querySelector<HTMLFormElement>(".search-box")?.action ?? "";
	}

	function show(parts: readonly Node[], sentence: string): void {
		list.replaceChildren(...parts);
		status.textContent = sentence;
		status.classList.toggle("search-quiet", parts.length > 0);
		all.hidden = results === undefined || results.length === 0;
		const hasOptions = options().length > 0;
		list.hidden = !hasOptions;
		field.setAttribute("aria-expanded", String(hasOptions));
		activate(results !== undefined && hasOptions ? 0 : -1);
	}

	function options(): readonly HTMLElement[] {
		return [...list.querySelectorAll<HTMLElement>("[role=option]")];
	}

	function activate(index: number): void {
		active = index;
		options().forEach((option, place) => {
			option.setAttribute("aria-selected", String(place === index));
			if (place === index) option.scrollIntoView({ block: "nearest" });
		});
		const id = options()[index]?.id;
		if (id === undefined) field.removeAttribute("aria-activedescendant");
		else field.setAttribute("aria-activedescendant", id);
	}

	function onKey(event: KeyboardEvent): void {
		const { key, isComposing } = event;
		const count = options().length;
		if (isComposing) return;
		if (key === "ArrowDown" || key === "ArrowUp") {
			event.preventDefault();
			const step = key === "ArrowDown" ? 1 : -1;
			if (count > 0) activate((Math.max(active, step === 1 ? -1 : 0) + step + count) % count);
		} else if (key === "Enter") {
			event.preventDefault();
			void openActive(event.metaKey || event.ctrlKey);
		}
	}

	async function openActive(isElsewhere: boolean): Promise<void> {
		// What was typed last may not be asked yet.
		if (field.value.trim() !== asked) {
			page.clearTimeout(timer);
			await update();
		}
		const option = options()[active];
		if (isElsewhere && option instanceof HTMLAnchorElement)
			page.open(option.href, "_blank", "noopener");
		else option?.click();
	}

	function choose(option: HTMLElement): void {
		if (!(option instanceof HTMLAnchorElement)) {
			field.value = option.textContent ?? "";
			field.focus();
			void update();
			return;
		}
		const words = [...option.querySelectorAll("mark")].map((mark) => mark.textContent ?? "");
		marks.expect(new URL(option.href), words);
		report(option);
		leave();
	}

	function leave(): void {
		results = undefined;
		recent = [asked, ...recent.filter((text) => text !== asked)].slice(0, MAX_RECENT);
		dialog.close();
	}

	/** One event for each search that has come to an end: by a choice, or without one. */
	function report(option?: HTMLAnchorElement): void {
		capture("site_search", {
			search_words: asked,
			search_results: results?.length ?? 0,
			...(option === undefined ? {} : { search_chosen: new URL(option.href).pathname }),
		});
	}
}
