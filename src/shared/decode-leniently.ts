/** Decodes percent-encoded text. Returns invalid text unchanged: a file may be called "100%". */
export function decodeLeniently(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
