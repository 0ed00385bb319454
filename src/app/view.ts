import type { ErrorPayload, PagePayload } from "../shared/page/payload.ts";
import type { PageParams } from "./page-module.ts";
import type { PageParts } from "./pages/page-parts.ts";

/** What a location shows: a page with its component, or an error. */
export type View = PageView | ErrorPayload;

export interface PageView extends PagePayload, PageParts {
	readonly params: PageParams;
	/** Query of the location with its question mark, or empty. */
	readonly query: string;
}
