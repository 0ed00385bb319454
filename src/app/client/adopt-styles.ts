/** Adds the styles of a chunk to the document; the script of the chunk contains them. */
export function adoptStyles(page: Document, text: string): void {
	const styles = new CSSStyleSheet();
	styles.replaceSync(text);
	page.adoptedStyleSheets = [...page.adoptedStyleSheets, styles];
}
