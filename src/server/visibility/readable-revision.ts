import { LRUCache } from "lru-cache";
import type { Revision } from "../content/revision.ts";
import { accessRulesOf, inheritAccessRules } from "./access-rules.ts";
import { type Audience, mayRead } from "./audience.ts";

/** Each has a list of its pages and files; the pages themselves are shared. */
const MAX_AUDIENCES = 32;

const MADE = new WeakMap<Revision, LRUCache<string, Revision>>();

/**
 * The revision as if it had only the pages and files that an audience may read: whatever is made of
 * it cannot show or name another.
 *
 * @returns The very same revision while every page is public.
 */
export function readableRevision(revision: Revision, audience: Audience): Revision {
	const rules = accessRulesOf(revision);
	if (rules.isEmpty) return revision;
	const made = MADE.get(revision) ?? new LRUCache<string, Revision>({ max: MAX_AUDIENCES });
	MADE.set(revision, made);
	const known = made.get(audience.key) ?? withoutOthers();
	made.set(audience.key, known);
	return known;

	function withoutOthers(): Revision {
		const isOpen = (path: string): boolean => mayRead(rules.at(path), audience);
		const pages = new Map([...revision.pages].filter(([path]) => isOpen(path)));
		const files = new Map(
			[...revision.files].filter(([path]) => {
				const referring = revision.referring?.get(path);
				return isOpen(path) && (referring?.some((page) => pages.has(page)) ?? true);
			}),
		);
		// Another value than that of other audiences, since it stands for other pages.
		const foldedPaths: Revision["foldedPaths"] = {
			get(spelling) {
				const path = revision.foldedPaths.get(spelling);
				return path !== undefined && pages.has(path) ? path : undefined;
			},
		};
		return inheritAccessRules({ ...revision, pages, files, foldedPaths }, rules);
	}
}
