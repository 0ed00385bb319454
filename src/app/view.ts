import type { ErrorPayload, PagePayload } from "../shared/page/payload.ts";
import type { PageModule, PageParams } from "./page-module.ts";

/** What a location shows: a page with its component, or an error. */
export type View = PageView | ErrorPayload;

export interface PageView extends PagePayload {
	readonly Page: PageModule["Page"];
	readonly params: PageParams;
	/** Query of the location with its question mark, or empty. */
	readonly query: string;
}
