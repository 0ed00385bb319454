/** Saves a file as a download of the browser. */
export function saveFile(name: string, contents: Blob): void {
	const address = URL.createObjectURL(contents);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	// After the download starts, the browser no longer needs the URL.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @returns A name that is valid in any file system, such as `visitors-2026-01-31`. */
export function fileNameOf(...parts: readonly string[]): string {
	return parts
		.join("-")
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-+|-+$/g, "");
}
