import type { Head } from "../../../shared/page/head.ts";
import { MANAGED_MARK, managedTag } from "../../managed-tag.ts";

/** Makes the head what a direct load of the page would have brought, tag by tag. */
export function applyHead(page: Document, { language, title, tags }: Head): void {
	page.documentElement.lang = language;
	page.title = title;
	for (const old of page.head.querySelectorAll(`[${MANAGED_MARK}]`)) old.remove();
	page.head.querySelector("title")?.after(
		...tags.map((tag) => {
			const { name, attributes } = managedTag(tag);
			const element = page.createElement(name);
			for (const [attribute, value] of Object.entries(attributes)) {
				element.setAttribute(attribute, value);
			}
			return element;
		}),
	);
}
