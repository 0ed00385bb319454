import { hash } from "node:crypto";

/**
 * A validator for a body. It is weak because the same body goes out under several content
 * codings, which share it.
 *
 * @see RFC 9110, section 8.8.3
 */
export function weakETag(body: string | Buffer): string {
	const digest = hash("sha256", body, "base64url").slice(0, 27);
	return `W/"${digest}"`;
}

/**
 * Says whether a client already has this representation.
 *
 * @param ifNoneMatch The value of `If-None-Match`, or `undefined` without one.
 * @example
 * isNotModified('W/"a", "b"', 'W/"b"'); // true
 * @see RFC 9110, section 13.1.2: any of the listed validators may match, compared weakly.
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	if (ifNoneMatch === etag) return true;
	if (ifNoneMatch.trim() === "*") return true;
	return ifNoneMatch.split(",").some((candidate) => opaqueTag(candidate) === opaqueTag(etag));
}

/** What a client says that it has. */
interface ConditionalHeaders {
	readonly "if-none-match"?: string | undefined;
	readonly "if-modified-since"?: string | undefined;
}

/**
 * The same for a file, which can be named by its time as well: by exactly this one, since an older
 * file can come in the place of a newer one.
 *
 * @see RFC 9110, section 13.1.3: the time counts only without validators.
 */
export function isFileNotModified(
	headers: ConditionalHeaders,
	{ etag, lastModified }: { readonly etag: string; readonly lastModified: string },
): boolean {
	const ifNoneMatch = headers["if-none-match"];
	if (ifNoneMatch !== undefined) return isNotModified(ifNoneMatch, etag);
	return headers["if-modified-since"] === lastModified;
}

function opaqueTag(etag: string): string {
	return etag.trim().replace(/^W\//, "");
}
