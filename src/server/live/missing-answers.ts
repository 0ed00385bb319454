import type { LoadedRevision } from "../content/loaded-revision.ts";
import { foldPath } from "../content/page-path.ts";

type Answers = Pick<LoadedRevision, "pages" | "files" | "foldedPaths" | "routeRules">;

/** @returns The paths that one revision answers and the next one does not. */
export function missingAnswers(last: Answers, next: Answers): readonly string[] {
	return [...last.pages.keys(), ...last.files.keys()].filter((path) => !answers(next, path));
}

function answers({ pages, files, foldedPaths, routeRules }: Answers, path: string): boolean {
	if (pages.has(path) || files.has(path)) return true;
	if (foldedPaths.get(foldPath(path)) !== undefined) return true;
	return routeRules.matcher.match(path).some(({ rule }) => rule.redirect !== undefined);
}
