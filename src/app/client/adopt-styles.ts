/** Gives the document the styles of a chunk, which come with its script. */
export function adoptStyles(page: Document, text: string): void {
	const styles = new CSSStyleSheet();
	styles.replaceSync(text);
	page.adoptedStyleSheets = [...page.adoptedStyleSheets, styles];
}
