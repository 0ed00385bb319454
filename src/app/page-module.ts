import type { ComponentType } from "react";
import type { PageData } from "../shared/page/payload.ts";

/** The props of every page component. */
export interface PageProps {
	readonly page: PageData;
	/** The decoded values of the pattern's placeholders. */
	readonly params: PageParams;
	/** Query of the location with its question mark, or empty. */
	readonly query: string;
}

export type PageParams = Readonly<Record<string, string | undefined>>;

/** A module of `pages/`. */
export interface PageModule {
	readonly Page: ComponentType<PageProps>;
}
