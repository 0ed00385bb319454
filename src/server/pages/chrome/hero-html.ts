import { escapeAttribute, escapeText } from "../../../shared/document/html.ts";
import type { Feature, Hero } from "../../content/front-matter/hero-schema.ts";

/** The start of a landing page that is made of front matter. @param fallback Its title, if it says none. */
export function heroHtml(hero: Hero, fallback: string): string {
	const { name, title = fallback, tagline, image, actions } = hero;
	const words = [
		name && `<p class="hero-name">${escapeText(name)}</p>`,
		`<h1>${escapeText(title)}</h1>`,
		tagline && `<p class="hero-tagline">${escapeText(tagline)}</p>`,
		actions.length > 0 && `<p class="hero-actions">${actions.map(button).join("\n")}</p>`,
	]
		.filter(Boolean)
		.join("\n");
	const picture = image
		? `\n<img class="hero-image" src="${escapeAttribute(image.src)}" alt="${escapeAttribute(image.alt)}">`
		: "";
	const kind = image ? "hero hero-with-image" : "hero";
	return `<div class="${kind}"><div class="hero-words">\n${words}\n</div>${picture}</div>\n`;
}

/** @param kind The classes of the list: as a part of a landing page, or of any page. */
export function featuresHtml(
	features: readonly Feature[],
	kind: "cards features" | "cards" = "cards features",
): string {
	if (features.length === 0) return "";
	return `<ul class="${kind}">\n${features.map(card).join("\n")}\n</ul>\n`;
}

function button({ text, link, isMain }: Hero["actions"][number]): string {
	const kind = isMain ? "hero-action hero-action-main" : "hero-action";
	return `<a class="${kind}" href="${escapeAttribute(link)}">${escapeText(text)}</a>`;
}

/** The icon is markup that was made of a name, a picture or a sign when the page was read. */
function card({ title, details, icon = "", link, linkText }: Feature): string {
	const inside = [
		icon,
		`<strong class="card-title">${escapeText(title)}</strong>`,
		details ? `<span class="card-text">${escapeText(details)}</span>` : "",
		linkText ? `<span class="card-more" aria-hidden="true">${escapeText(linkText)} →</span>` : "",
	].join("");
	return link === undefined
		? `<li><div class="card">${inside}</div></li>`
		: `<li><a class="card" href="${escapeAttribute(link)}">${inside}</a></li>`;
}
