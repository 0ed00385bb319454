import type { ReactElement } from "react";
import * as z from "zod";
import { urlPath } from "../../shared/routing/routes.ts";
import { Cards } from "../components/page/cards.tsx";
import type { Island, IslandComponentProps } from "./island.ts";
import { sitePath } from "./props.ts";

const props = z.strictObject({
	/** The parent of the pages; absent: the page of the island. */
	path: sitePath(),
});

type PageListProps = z.infer<typeof props>;

/** The pages one level below a path, as cards. */
export const pageList: Island<PageListProps> = {
	name: "page-list",
	props,
	defaults: ({ path = "/" }) => ({ path }),
	Component: PageList,
};

function PageList({
	props: { path },
	sources: { pages, basePath },
}: IslandComponentProps<PageListProps>): ReactElement {
	const children = pages.filter((page) => parentOf(page.path) === path);
	if (children.length === 0) return <p className="island-empty">No pages yet.</p>;
	const cards = children.map((page) => ({
		...{ title: page.title, details: page.description, icon: page.icon },
		link: urlPath(basePath, page.path),
	}));
	return <Cards cards={cards} isLanding={false} />;
}

/** @returns `undefined` for the root, which has no parent. */
function parentOf(path: string): string | undefined {
	return path === "/" ? undefined : path.slice(0, path.lastIndexOf("/")) || "/";
}
