import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Makes a weak validator, since all content codings of a body share it. @see RFC 9110, section 8.8.3 */
export function weakETag(body: string | Buffer): string {
	const digest = hash("sha256", body, "base64url").slice(0, 27);
	return `W/"${digest}"`;
}

/**
 * Checks whether a client already has this representation.
 *
 * @param ifNoneMatch The value of `If-None-Match`, or `undefined` without one.
 * @example
 * isNotModified('W/"a", "b"', 'W/"b"'); // true
 * @see RFC 9110, section 13.1.2: any of the listed validators may match, compared weakly.
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
	return ifNoneMatch.split(",").some((candidate) => opaqueTag(candidate) === opaqueTag(etag));
}

/**
 * Does the same for a file. Its exact time is a validator as well: an older file can replace a newer one.
 *
 * @see RFC 9110, section 13.1.3: the time is ignored if the request has `If-None-Match`.
 */
export function isFileNotModified(
	headers: Pick<IncomingHttpHeaders, "if-none-match" | "if-modified-since">,
	{ etag, lastModified }: { readonly etag: string; readonly lastModified: string },
): boolean {
	const ifNoneMatch = headers["if-none-match"];
	if (ifNoneMatch !== undefined) return isNotModified(ifNoneMatch, etag);
	return headers["if-modified-since"] === lastModified;
}

function opaqueTag(etag: string): string {
	return etag.trim().replace(/^W\//, "");
}
