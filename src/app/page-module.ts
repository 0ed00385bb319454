import type { ComponentType, ReactNode } from "react";
import type { ShouldRevalidateFunction } from "react-router";
import type { BodyNode, PageData } from "../shared/page/payload.ts";

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
	/** Shown in the place of the page if it, its loader or its action fails. */
	readonly ErrorBoundary?: ComponentType | undefined;
	readonly shouldRevalidate?: ShouldRevalidateFunction | undefined;
	/** Value of `useMatches()`. */
	readonly handle?: unknown;
}

/** The modules that show a page. */
export interface PageParts extends PageModule {
	/** Absent: the frame of every page. */
	readonly Layout?: ComponentType<{ readonly children: ReactNode }> | undefined;
	/** Nested layouts around the page by route id, outermost first. */
	readonly nested?: Readonly<Record<string, PageModule | undefined>> | undefined;
	/** Renders a body with components of the site folder. */
	readonly Body?: ComponentType<{ readonly nodes: readonly BodyNode[] }> | undefined;
	/** Those components by name. */
	readonly components?: Readonly<
		Record<string, ComponentType<Readonly<Record<string, unknown>>> | undefined>
	>;
}

export type PageOfParts = Pick<PageData, "id" | "layout" | "components">;

/** Entry of the page table. */
export interface PageEntry {
	/** Also the file name of the module in `pages/`, by which the build finds its chunk. */
	readonly id: string;
	/** A path pattern of react-router, such as `/users/:id`. */
	readonly pattern: string;
	/** Name of the placeholder for the rest of the path; React Router names it `*`. */
	readonly rest?: string;
	/** Ids of the nested layouts around the page, outermost first. */
	readonly layouts?: readonly string[];
	readonly load: () => Promise<PageModule>;
}
