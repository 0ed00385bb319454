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
	const shown = new WeakMap<Node, readonly ChildNode[]>();

	function isFor({ dataset }: HTMLTemplateElement): boolean {
		const condition = { key: dataset["flag"] ?? "", variant: dataset["variant"] };
		const { value } = analytics.flag(condition.key);
		if (value !== undefined) analytics.reportFlag(condition.key);
		return meetsFlag(condition, value);
	}

	function show(block: HTMLTemplateElement): void {
		const content = page.importNode(block.content, true);
		shown.set(block, [...content.childNodes]);
		block.after(content);
	}

	function hide(block: Node): void {
		for (const node of shown.get(block) ?? []) {
			// It may be a block, whose content follows it.
			hide(node);
			node.remove();
		}
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
