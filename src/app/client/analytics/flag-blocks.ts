import { meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Analytics } from "../../components/analytics-context.ts";

export interface FlagBlocksOptions {
	readonly page: Document;
	readonly analytics: Pick<Analytics, "flag" | "reportFlag">;
	/** Called after parts of the page were added or removed. */
	readonly onChange: () => void;
}

export interface FlagBlocks {
	/** Shows and hides blocks by the current flags. */
	readonly update: () => void;
}

/** Browsers neither show nor load nor read aloud the content of a template. */
const BLOCK = "template[data-flag]";

/** Shows and hides the parts of pages for visitors with a flag. */
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
		// An added part may contain blocks.
		update();
		onChange();
	}

	return { update };
}
