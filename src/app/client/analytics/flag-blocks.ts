import { meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Analytics } from "../../components/analytics-context.ts";

export interface FlagBlocksOptions {
	readonly page: Document;
	readonly analytics: Pick<Analytics, "flag" | "reportFlag">;
	/** Told when parts of the page have come or gone. */
	readonly onChange: () => void;
}

export interface FlagBlocks {
	/** Brings the page in line with the flags, at once. */
	readonly update: () => void;
}

/** What a page holds back in it: nothing of a template is shown, loaded or read aloud. */
const BLOCK = "template[data-flag]";

/** Shows the parts of pages that are for visitors with a flag, and takes them away again. */
export function createFlagBlocks({ page, analytics, onChange }: FlagBlocksOptions): FlagBlocks {
	const shown = new WeakMap<HTMLTemplateElement, Element>();

	function isFor({ dataset }: HTMLTemplateElement): boolean {
		const condition = { key: dataset["flag"] ?? "", variant: dataset["variant"] };
		const { value } = analytics.flag(condition.key);
		if (value !== undefined) analytics.reportFlag(condition.key);
		return meetsFlag(condition, value);
	}

	function show(block: HTMLTemplateElement): void {
		const content = page.createElement("div");
		content.append(page.importNode(block.content, true));
		block.after(content);
		shown.set(block, content);
	}

	function hide(block: HTMLTemplateElement): void {
		shown.get(block)?.remove();
		shown.delete(block);
	}

	function update(): void {
		const blocks = [...page.querySelectorAll<HTMLTemplateElement>(BLOCK)];
		const changed = blocks.filter((block) => isFor(block) !== shown.has(block));
		if (changed.length === 0) return;
		for (const block of changed) {
			if (shown.has(block)) hide(block);
			else show(block);
		}
		// A part that has come may hold parts of its own.
		update();
		onChange();
	}

	return { update };
}
