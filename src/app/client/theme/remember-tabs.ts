import { readStored, writeStored } from "../stored.ts";

const STORED_AS = "tabs";

/** Visitors choose between few labels: package managers, languages, systems. */
const MAX_LABELS = 20;

/** The chosen labels, the latest first; `undefined` until a page has tabs. */
let labels: readonly string[] | undefined;

/** Opens the tabs whose labels the visitor chose before, in every group of every page. */
export function rememberTabs(page: Window): void {
	if (labels === undefined) {
		labels = stored(page);
		page.document.addEventListener("change", ({ target }) => {
			if (target instanceof HTMLInputElement && target.matches(".tab > input"))
				choose(page, target);
		});
	}
	apply(page.document, labels);
}

function choose(page: Window, tab: HTMLInputElement): void {
	const label = labelOf(tab);
	labels = [label, ...(labels ?? []).filter((other) => other !== label)].slice(0, MAX_LABELS);
	writeStored(page, "localStorage", STORED_AS, JSON.stringify(labels));
	const [shown] = tab.labels ?? [];
	const before = shown?.getBoundingClientRect().top ?? 0;
	apply(page.document, labels);
	// Groups above may have grown: keeps the clicked tab below the pointer.
	const top = (shown?.getBoundingClientRect().top ?? 0) - before;
	page.scrollBy({ top, behavior: "instant" });
}

function apply(document: Document, chosen: readonly string[]): void {
	for (const group of document.querySelectorAll(".tabs")) {
		const tabs = [...group.querySelectorAll<HTMLInputElement>(":scope > .tab > input")];
		const names = tabs.map(labelOf);
		const tab = tabs[names.indexOf(chosen.find((label) => names.includes(label)) ?? "")];
		if (tab !== undefined) tab.checked = true;
	}
}

function stored(page: Window): readonly string[] {
	try {
		const value: unknown = JSON.parse(readStored(page, "localStorage", STORED_AS) ?? "[]");
		return Array.isArray(value) ? value.filter((label) => typeof label === "string") : [];
	} catch {
		// Another script wrote it.
		return [];
	}
}

function labelOf({ labels }: HTMLInputElement): string {
	return labels?.[0]?.textContent?.trim() ?? "";
}
