import { escapeText } from "../../shared/document/html.ts";

/** Path of the drawn icon; a file with this name in `public/` replaces it. */
export const DRAWN_ICON_PATH = "/favicon.svg";

/** Usual paths of a site's icon, sharpest first. */
const ICON_PATHS = [DRAWN_ICON_PATH, "/favicon.png", "/favicon.ico"];

/** Returns the path of the site's icon: the operator's icon, or the drawn one. */
export function siteIconPath(files: { has(path: string): boolean }): string {
	return ICON_PATHS.find((path) => files.has(path)) ?? DRAWN_ICON_PATH;
}

/**
 * Draws an icon with the first letter of the site's name. Without an icon, browsers request
 * `/favicon.ico` and report its absence.
 */
export function drawSiteIcon(siteName: string): string {
	const [letter = "·"] = siteName;
	return [
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
		'<rect width="32" height="32" rx="7" fill="#292524"/>',
		'<text x="16" y="23" text-anchor="middle" font-family="system-ui, sans-serif" font-size="20" font-weight="700" fill="#fb923c">',
		`${escapeText(letter.toUpperCase())}</text>`,
		"</svg>",
		"",
	].join("\n");
}
