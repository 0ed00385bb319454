/** The collection of the operator's own icons; they are never requested from the public service. */
export const SITE_COLLECTION = "site";

/** Endpoint of icon data, below the base path; part of the contract with clients. */
export const ICON_ENDPOINT = "/api/_nuxt_icon/";

/**
 * The public Iconify service and its mirrors. The content security policy lists them, and the
 * browser sends requests to them, only if the operator allows it.
 *
 * @see https://iconify.design/docs/api/providers.html
 */
export const ICON_SERVICE_ORIGINS: readonly string[] = [
	"https://api.iconify.design",
	"https://api.simplesvg.com",
	"https://api.unisvg.com",
];

/** SVG markup of an icon. Its size and color follow the surrounding text. */
export function iconMarkup(
	attributes: Readonly<Record<string, string | undefined>>,
	body: string,
): string {
	const written = Object.entries(attributes)
		.map(([name, value]) => (value === undefined ? "" : ` ${name}="${value}"`))
		.join("");
	return `<svg${written} aria-hidden="true">${body}</svg>`;
}
