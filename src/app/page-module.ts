import type { ComponentType } from "react";
import type { PageData } from "../shared/page/payload.ts";

/** What every page component is given. */
export interface PageProps {
	readonly page: PageData;
	/** What the pattern's placeholders matched, percent-decoded. */
	readonly params: PageParams;
	/** Query of the location with its question mark, or empty. */
	readonly query: string;
}

export type PageParams = Readonly<Record<string, string | undefined>>;

/** A module of `pages/`: its `Page` is what is shown. */
export interface PageModule {
	readonly Page: ComponentType<PageProps>;
}
