import type { AppState } from "../../shared/public-config.ts";
import { pageParams } from "../page-params.ts";
import type { PageModule } from "../pages/page-table.ts";
import type { View } from "../view.ts";

export interface InitialViewSources {
	readonly loadPage: (id: string) => Promise<PageModule>;
	/** Query of the document with its question mark, or empty. */
	readonly query: string;
}

/**
 * What the document shows already, as the router's loader would have given it.
 *
 * @throws {TypeError} When the state carries a payload that no document can show.
 */
export async function initialView(
	{ payload }: Pick<AppState, "payload">,
	{ loadPage, query }: InitialViewSources,
): Promise<View> {
	if (payload.kind === "error") return payload;
	if (payload.kind !== "page") throw new TypeError(`A document cannot show a "${payload.kind}"`);
	const { Page } = await loadPage(payload.page.id);
	return { ...payload, Page, params: pageParams(payload.page), query };
}
