import type { Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import type { PlacedPage } from "./place-pages.ts";

/** Finds the pages whose entry in the navigation names an icon that no collection has. */
export function checkIcons(
	pages: readonly PlacedPage[],
	resolveIcon: (name: string) => string | undefined,
): Problem[] {
	return pages.flatMap(({ parsed: { file, frontMatter, frontMatterLines } }) => {
		const icon = frontMatter.navigation === false ? undefined : frontMatter.navigation.icon;
		if (icon === undefined || resolveIcon(icon) !== undefined) return [];
		const line = frontMatterLines.get("navigation");
		const message = `Icon "${icon}" is in no collection`;
		return [{ file, ...(line === undefined ? {} : { line }), message }];
	});
}

/** Finds the pages that name middleware which the app does not have. */
export function checkMiddleware(
	pages: Iterable<Pick<Page, "file" | "frontMatter">>,
	known: ReadonlySet<string>,
): Problem[] {
	return [...pages].flatMap(({ file, frontMatter }) =>
		frontMatter.middleware
			.filter((name) => !known.has(name))
			.map((name) => ({
				file,
				message: `The page names middleware that does not exist: "${name}"`,
			})),
	);
}
