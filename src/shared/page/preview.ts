/** The query parameter that carries a signed preview. */
export const PREVIEW_PARAMETER = "preview";

/** @returns The signed preview in a query, or `undefined` without one. */
export function previewToken(query: string): string | undefined {
	for (const pair of query.slice(1).split("&")) {
		if (pair.startsWith(`${PREVIEW_PARAMETER}=`)) return pair.slice(PREVIEW_PARAMETER.length + 1);
	}
	return undefined;
}
