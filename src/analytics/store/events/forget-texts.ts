import type { StoreParts } from "../store-parts.ts";

/**
 * Counts the texts of deleted events down. Only inside a transaction.
 *
 * @param deleted Rows with their columns `name`, `bot`, `page`, `status` and `traits`.
 */
export function forgetTexts(
	deleted: readonly Record<string, unknown>[],
	{ strings, traitSets }: Pick<StoreParts, "strings" | "traitSets">,
): void {
	for (const { name, bot, page, status, traits } of deleted) {
		for (const text of [name, bot, page, status]) {
			if (typeof text === "number") strings.count(text, -1);
		}
		if (typeof traits === "number") traitSets.count(traits, -1);
	}
	traitSets.flush();
	strings.flush();
}
