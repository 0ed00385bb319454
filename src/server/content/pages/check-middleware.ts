import type { Problem } from "../problem.ts";
import type { Page } from "./page.ts";

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
