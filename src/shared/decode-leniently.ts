/** Decodes percent-encoded text. What cannot be decoded stays as it is: a file may be called "100%". */
export function decodeLeniently(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
