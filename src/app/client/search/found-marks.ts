export type FoundMarks = ReturnType<typeof createFoundMarks>;

const HIGHLIGHT = "search";

/** More marks would cover the page. */
const MAX_MARKS = 200;

/**
 * Marks the found words on the page of a result with the browser's highlights, which change neither the
 * DOM nor copied text. Browsers without them show the page unmarked.
 */
export function createFoundMarks(page: Window) {
	let expected:
		| { readonly pathname: string; readonly hash: string; readonly words: readonly string[] }
		| undefined;
	return {
		/** Called when the visitor chose a result. */
		expect({ pathname, hash }: URL, words: readonly string[]): void {
			expected = { pathname, hash, words };
			// The section is on the shown page, so no other page arrives.
			if (pathname === page.location.pathname) page.setTimeout(() => arrived());
		},
		arrived,
	};

	/** Called when another page is in the document. */
	function arrived(): void {
		const highlights = registryOf(page);
		highlights?.delete(HIGHLIGHT);
		const wanted = expected;
		expected = undefined;
		if (wanted === undefined || wanted.pathname !== page.location.pathname) return;
		const main = page.document.querySelector("#main");
		if (main === null || wanted.words.length === 0) return;
		const ranges = rangesOf(main, new Set(wanted.words.map((word) => word.toLowerCase())));
		highlights?.set(HIGHLIGHT, new Highlight(...ranges));
		firstAfter(main, wanted.hash, ranges)?.scrollIntoView({ block: "center" });
	}
}

function registryOf({ document }: Window): HighlightRegistry | undefined {
	const { CSS: css } = (document.defaultView ?? {}) as { CSS?: { highlights?: HighlightRegistry } };
	return css?.highlights;
}

function rangesOf(root: Element, words: ReadonlySet<string>): readonly Range[] {
	const { ownerDocument: document } = root;
	const ranges: Range[] = [];
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		for (const word of words) {
			const text = (node.nodeValue ?? "").toLowerCase();
			for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
				if (ranges.length === MAX_MARKS) return ranges;
				const range = document.createRange();
				range.setStart(node, at);
				range.setEnd(node, at + word.length);
				ranges.push(range);
			}
		}
	}
	return ranges;
}

/** Element of the first found word in the section, unless the heading itself contains it. */
function firstAfter(root: Element, hash: string, ranges: readonly Range[]): Element | undefined {
	const target =
		hash === "" ? undefined : root.ownerDocument.getElementById(decodeURIComponent(hash.slice(1)));
	const first = ranges.find(
		({ startContainer }) =>
			target === undefined ||
			target === null ||
			(target.compareDocumentPosition(startContainer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
	);
	const element = first?.startContainer.parentElement ?? undefined;
	return element?.closest("h1") === null && target?.contains(element) !== true
		? element
		: undefined;
}
