const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What came of taking bytes for text. */
export type TextReading =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "refused"; readonly rule: string };

/** Decodes UTF-8; a byte order mark stays, since only the caller knows whether it means something. */
export function decodeText(bytes: Uint8Array): TextReading {
	if (bytes.includes(0)) return { kind: "refused", rule: "must be text, without NUL characters" };
	try {
		return { kind: "text", text: decoder.decode(bytes) };
	} catch {
		// A TypeError, which says no more than this rule does.
		return { kind: "refused", rule: "must be encoded in UTF-8" };
	}
}
