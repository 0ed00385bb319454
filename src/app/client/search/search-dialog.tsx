import {
	createRef,
	type KeyboardEvent,
	type MouseEvent,
	type ReactElement,
	type Ref,
	useContext,
	useEffect,
	useImperativeHandle,
	useRef,
	useState,
} from "react";
import { flushSync } from "react-dom";
import { fillWords } from "../../../shared/page/words.ts";
import type { SearchResult } from "../../../shared/search.ts";
import { AnalyticsContext, type EventProperties } from "../../components/analytics-context.ts";
import { useRuntimeConfig, useWords } from "../../runtime-config.ts";
import { adoptStyles } from "../adopt-styles.ts";
import type { OverlayStore } from "../overlays.ts";
import { askSearch } from "./ask-search.ts";
import { createFoundMarks, type FoundMarks } from "./found-marks.ts";
import searchStyles from "./search.css" with { type: "text" };
import { OPTION, optionId, RecentSearches, SearchResults } from "./search-results.tsx";

export interface SearchDialogOptions {
	readonly page: Window;
	readonly showOverlay: OverlayStore["show"];
}

/** Adds the closed dialog and its styles to the page. */
export function createSearchDialog({ page, showOverlay }: SearchDialogOptions) {
	adoptStyles(page.document, searchStyles);
	const marks = createFoundMarks(page);
	const handle = createRef<DialogHandle>();
	const dialog = <Dialog ref={handle} page={page} expectMarks={marks.expect} />;
	flushSync(() => void showOverlay("after", dialog));
	return {
		/** @param text Text that the visitor has already typed. */
		open: (text?: string) => handle.current?.open(text),
		/** Called when another page is in the document. */
		arrived(): void {
			handle.current?.close();
			marks.arrived();
		},
	};
}

interface DialogHandle {
	readonly open: (text: string | undefined) => void;
	readonly close: () => void;
}

interface DialogProps extends Pick<SearchDialogOptions, "page"> {
	readonly ref: Ref<DialogHandle>;
	readonly expectMarks: FoundMarks["expect"];
}

/** Content of the dialog. */
interface Shown {
	/** The searched text; empty: the list has the recent searches. */
	readonly asked: string;
	/** `undefined`: nothing was searched for, or the search failed. */
	readonly results?: readonly SearchResult[];
}

/** Debounce of typing before a request. */
const PAUSE_MS = 90;

const MAX_RECENT = 5;

/**
 * A search field with a list of results. Recent searches are in memory until the tab closes.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
function Dialog({ ref, page, expectMarks }: DialogProps): ReactElement {
	const { document } = page;
	const { basePath } = useRuntimeConfig();
	const { capture } = useContext(AnalyticsContext);
	const word = useWords();
	const dialog = useRef<HTMLDialogElement>(null);
	const field = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const timer = useRef(0);
	const isUnreported = useRef(false);
	const [ask] = useState(() => askSearch(page.fetch.bind(page), basePath));
	const [{ asked, results }, setShown] = useState<Shown>({ asked: "" });
	const [activeId, setActiveId] = useState<string>();
	const [recent, setRecent] = useState<readonly string[]>([]);
	const count = (asked === "" ? recent : (results ?? [])).length;

	useImperativeHandle(ref, () => ({ open, close: () => dialog.current?.close() }));
	useEffect(() => {
		document.getElementById(activeId ?? "")?.scrollIntoView({ block: "nearest" });
	}, [document, activeId]);

	function open(text = ""): void {
		if (dialog.current === null || field.current === null || dialog.current.open) {
			dialog.current?.close();
			return;
		}
		if (text !== "") field.current.value = text;
		dialog.current.showModal();
		field.current.select();
		void update();
	}

	function typed(): string {
		return field.current?.value.trim() ?? "";
	}

	async function update(): Promise<void> {
		page.clearTimeout(timer.current);
		const text = typed();
		if (text === "") return show({ asked: text });
		const found = await ask(text);
		// The text may have changed before the response arrived.
		if (found.kind === "overtaken" || typed() !== text) return;
		show(found.kind === "found" ? { asked: text, results: found.results } : { asked: text });
	}

	function show(next: Shown): void {
		isUnreported.current = next.results !== undefined;
		flushSync(() => {
			setShown(next);
			setActiveId(next.results?.length ? optionId(0, 0) : undefined);
		});
	}

	function onKeyDown(event: KeyboardEvent): void {
		if (event.target !== field.current || event.nativeEvent.isComposing) return;
		if (event.key === "ArrowDown") moveActive(1);
		else if (event.key === "ArrowUp") moveActive(-1);
		else if (event.key === "Enter") void openActive(event.metaKey || event.ctrlKey);
		else return;
		event.preventDefault();
	}

	function moveActive(step: 1 | -1): void {
		const ids = [...(list.current?.querySelectorAll(OPTION) ?? [])].map(({ id }) => id);
		const from = Math.max(ids.indexOf(activeId ?? ""), step === 1 ? -1 : 0);
		setActiveId(ids[(from + step + ids.length) % ids.length]);
	}

	async function openActive(isElsewhere: boolean): Promise<void> {
		// The text that was typed last may not have been searched for yet.
		if (typed() !== asked) await update();
		const option = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
		if (isElsewhere && option instanceof HTMLAnchorElement)
			page.open(option.href, "_blank", "noopener");
		else option?.click();
	}

	function onClick({ target }: MouseEvent): void {
		// A click on the backdrop targets the dialog itself, any other click a part of it.
		if (target === dialog.current) dialog.current.close();
		const option = target instanceof Element ? target.closest(OPTION) : null;
		if (option instanceof HTMLAnchorElement) choose(option);
		else if (option !== null) searchAgain(option.textContent);
	}

	function choose(option: HTMLAnchorElement): void {
		const url = new URL(option.href);
		const words = [...option.querySelectorAll("mark")].map((mark) => mark.textContent);
		expectMarks(url, words);
		report({ search_chosen: url.pathname });
		leave();
	}

	function searchAgain(text: string): void {
		if (field.current === null) return;
		field.current.value = text;
		field.current.focus();
		void update();
	}

	function leave(): void {
		isUnreported.current = false;
		setRecent([asked, ...recent.filter((text) => text !== asked)].slice(0, MAX_RECENT));
		dialog.current?.close();
	}

	/** Reports each search as one event, with or without a chosen result. */
	function report(chosen?: EventProperties): void {
		const found = { search_words: asked, search_results: results?.length ?? 0 };
		capture("site_search", { ...found, ...chosen });
	}

	function onClose(): void {
		if (isUnreported.current) report();
		isUnreported.current = false;
	}

	function sentence(): string {
		if (asked === "") return "";
		if (results === undefined) return word("Search is not available now. Try again in a moment.");
		if (count > 0) return fillWords(word("Pages found: {n}"), { n: count });
		const none = fillWords(word("No page was found for “{words}”."), { words: asked });
		return `${none} ${word("Check the spelling, or try fewer or other words.")}`;
	}

	/** URL of the results page, from the form in the header. */
	function resultsUrl(): string {
		const form = document.querySelector<HTMLFormElement>(".search-box");
		return `${form?.action ?? ""}?q=${encodeURIComponent(asked)}`;
	}

	return (
		// A click on the backdrop is a click on the dialog, and keys of the field select a result.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
		<dialog
			ref={dialog}
			className="search-dialog"
			aria-label={word("Search")}
			onClick={onClick}
			onKeyDown={onKeyDown}
			onClose={onClose}
		>
			<div className="search-field">
				<input
					ref={field}
					type="text"
					inputMode="search"
					role="combobox"
					aria-label={word("Search")}
					aria-autocomplete="list"
					aria-expanded={count > 0}
					aria-controls="search-list"
					aria-activedescendant={activeId}
					placeholder={word("Search")}
					maxLength={200}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					enterKeyHint="go"
					onInput={() => {
						page.clearTimeout(timer.current);
						timer.current = page.setTimeout(() => void update(), PAUSE_MS);
					}}
				/>
				<form method="dialog">
					<button type="submit">{word("Close")}</button>
				</form>
			</div>
			<div
				ref={list}
				className="search-list"
				id="search-list"
				role="listbox"
				aria-label={word("Results")}
				hidden={count === 0}
			>
				{asked === "" ? (
					<RecentSearches texts={recent} activeId={activeId} />
				) : (
					<SearchResults results={results ?? []} activeId={activeId} />
				)}
			</div>
			<p className={count > 0 ? "search-status search-quiet" : "search-status"} role="status">
				{sentence()}
			</p>
			{asked !== "" && count > 0 && (
				<p className="search-all">
					<a href={resultsUrl()} onClick={leave}>
						{word("All results")}
					</a>
				</p>
			)}
		</dialog>
	);
}
