import type { Payload } from "../../../shared/page/payload.ts";
import { pageParams } from "../../page-params.ts";
import type { View } from "../../view.ts";
import type { LoadPage } from "./load-page.ts";

export interface InitialViewParts {
	readonly loadPage: LoadPage;
	/** Query of the document with its question mark, or empty. */
	readonly query: string;
}

/**
 * What the document shows already, as the router's loader would have given it.
 *
 * @throws {TypeError} When the payload is none that a document shows.
 */
export async function initialView(
	payload: Payload,
	{ loadPage, query }: InitialViewParts,
): Promise<View> {
	if (payload.kind === "error") return payload;
	if (payload.kind !== "page") throw new TypeError(`No document shows a "${payload.kind}"`);
	const { Page } = await loadPage(payload.page.id);
	return { ...payload, Page, params: pageParams(payload.page), query };
}
