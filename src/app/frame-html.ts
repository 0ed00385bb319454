import { escapeAttribute, escapeText } from "../shared/document/html.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import type { LookLink, SiteLook } from "../shared/page/site-look.ts";
import { wordIn } from "../shared/page/words.ts";
import { urlPath } from "../shared/routing/routes.ts";
import { SEARCH_PATH } from "../shared/search.ts";

export interface FrameSources {
	readonly config: PublicConfig;
	readonly look: SiteLook;
	/** The root of the page's language and version; absent: the site's root. */
	readonly home?: string | undefined;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
}

type Draw = (sources: FrameSources) => string;

/** The parts of the frame that are the same on every page, by the id of their element. */
export function frameHtml(sources: FrameSources): Readonly<Record<string, string>> {
	return {
		"site-start": skipLink(sources),
		"site-brand": banner(sources) + brand(sources),
		"site-links": headerLinks(sources),
		"site-aids": searchBox(sources) + socialLinks(sources),
		"site-footer": footer(sources),
	};
}

/** The first thing that the Tab key reaches. */
const skipLink: Draw = ({ look }) =>
	`<a class="skip-link" href="#main">${word(look, "Skip to content")}</a>`;

const banner: Draw = ({ look }) => {
	if (look.banner === undefined) return "";
	const { text, url } = look.banner;
	const label = escapeAttribute(wordIn(look, "Announcement"));
	const line = escapeText(text);
	const content = url === undefined ? line : `<a href="${escapeAttribute(url)}">${line}</a>`;
	return `<div class="banner" role="region" aria-label="${label}"><p>${content}</p></div>`;
};

const brand: Draw = ({ config, look, home = "/" }) => {
	const { basePath, name } = config;
	const content = look.logo === undefined ? nameHtml(name) : logo(look.logo, name);
	return `<a class="site-name" href="${escapeAttribute(urlPath(basePath, home))}">${content}</a>`;
};

function logo({ light, dark, withName }: NonNullable<SiteLook["logo"]>, name: string): string {
	const alt = withName ? "" : escapeAttribute(name);
	const picture = (url: string, mode: string): string =>
		`<img class="logo${mode}" src="${escapeAttribute(url)}" alt="${alt}">`;
	const pictures =
		light === dark
			? picture(light, "")
			: picture(light, " logo-light") + picture(dark, " logo-dark");
	return withName ? pictures + nameHtml(name) : pictures;
}

function nameHtml(name: string): string {
	return `<span>${escapeText(name)}</span>`;
}

const headerLinks: Draw = (sources) => {
	const { look } = sources;
	if (look.headerLinks.length === 0) return "";
	const entries = look.headerLinks.map((entry) => {
		if (!("links" in entry)) return `<li>${link(sources, entry)}</li>`;
		const items = entry.links.map((item) => `<li>${link(sources, item)}</li>`).join("");
		return `<li><details class="more"><summary>${escapeText(entry.label)}</summary></details><ul class="more-list">${items}</ul></li>`;
	});
	const label = escapeAttribute(wordIn(look, "Links"));
	return `<nav class="sections" aria-label="${label}"><ul class="section-list">${entries.join("")}</ul></nav>`;
};

const searchBox: Draw = ({ config, look, home = "", resolveIcon }) => {
	const label = escapeAttribute(wordIn(look, "Search"));
	return (
		`<search><form class="search-box" action="${escapeAttribute(urlPath(config.basePath, home + SEARCH_PATH))}">` +
		`<input type="search" name="q" placeholder="${label}" aria-label="${label}" aria-keyshortcuts="Control+K Meta+K /" maxlength="200" autocomplete="off">` +
		`<button type="submit" aria-label="${label}">${icon(resolveIcon, "lucide:search")}</button></form></search>`
	);
};

/** Profiles and repositories elsewhere: an icon where the site names one, else the label. */
const socialLinks: Draw = ({ config, resolveIcon }) => {
	if (config.social.length === 0) return "";
	const items = config.social.map(({ label, url, icon: name }) => {
		const content = name === undefined ? escapeText(label) : icon(resolveIcon, name, label);
		return `<li><a href="${escapeAttribute(url)}" rel="noreferrer me">${content}</a></li>`;
	});
	return `<ul class="social-links">${items.join("")}</ul>`;
};

const footer: Draw = (sources) => {
	const { config, look } = sources;
	const columns = look.footer.columns.map(({ title, links }) => {
		const items = links.map((entry) => `<li>${link(sources, entry)}</li>`).join("");
		return `<div><h2>${escapeText(title)}</h2><ul>${items}</ul></div>`;
	});
	const list = columns.length === 0 ? "" : `<div class="footer-columns">${columns.join("")}</div>`;
	return `${list}<p>${footerLine(config, look)}</p>`;
};

function footerLine({ name, description }: PublicConfig, { footer: { text } }: SiteLook): string {
	if (text !== undefined) return escapeText(text);
	const more = description === undefined ? "" : ` ${escapeText(description)}`;
	return `<strong>${escapeText(name)}</strong>${more}`;
}

function link({ resolveIcon }: FrameSources, { label, url, icon: name }: LookLink): string {
	const drawing = name === undefined ? "" : icon(resolveIcon, name);
	return `<a href="${escapeAttribute(url)}">${drawing}${escapeText(label)}</a>`;
}

function icon(resolve: FrameSources["resolveIcon"], name: string, label?: string): string {
	const meaning =
		label === undefined
			? 'aria-hidden="true"'
			: `role="img" aria-label="${escapeAttribute(label)}"`;
	return `<span class="icon" data-icon="${escapeAttribute(name)}" ${meaning}>${resolve(name) ?? ""}</span>`;
}

function word(look: SiteLook, english: string): string {
	return escapeText(wordIn(look, english));
}
