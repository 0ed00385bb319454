/** Hands a file to the browser as a download. */
export function saveFile(name: string, contents: Blob): void {
	const address = URL.createObjectURL(contents);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	// The browser has its own hold on the file once the download has begun.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @returns A name that any file system takes, such as `visitors-2026-01-31`. */
export function fileNameOf(...parts: readonly string[]): string {
	return parts
		.join("-")
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-+|-+$/g, "");
}
