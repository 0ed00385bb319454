/**
 * Applies the inline styles of the server's HTML. The content security policy forbids the attribute
 * `style` in HTML, so the server writes `data-style`; scripts may set styles.
 */
export function applyInlineStyles(root: ParentNode): void {
	for (const element of root.querySelectorAll<HTMLElement>("[data-style]")) {
		element.style.cssText = element.dataset["style"] ?? "";
	}
}
