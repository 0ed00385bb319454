/**
 * What decoding needs from its surroundings: `wire` is plain ECMAScript, which has neither
 * bytes-to-text nor decompression.
 */
export interface Codec {
	/** UTF-8 to text; what is not UTF-8 becomes U+FFFD. */
	readonly utf8: (bytes: Uint8Array) => string;
	readonly base64: (text: string) => Uint8Array;
	/** Stops at the limit: a bomb costs no more than an honest body of that size. */
	readonly gunzip: (bytes: Uint8Array, maxBytes: number) => GunzipResult;
}

export type GunzipResult =
	| { readonly kind: "bytes"; readonly bytes: Uint8Array }
	| { readonly kind: "too-large" }
	| { readonly kind: "malformed" };
