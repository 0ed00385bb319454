/**
 * `{page title} {separator} {site name}`; without a page title, the site's name alone.
 */
export function documentTitle(pageTitle: string, separator: string, siteName: string): string {
	if (pageTitle === "") return siteName;
	return siteName === "" ? pageTitle : `${pageTitle} ${separator} ${siteName}`;
}
