/** Runs in a page. Hides that the browser is automated and headless. */
export function pretendToHaveWindow(): void {
	Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
	// Exists only in secure contexts, and TypeScript does not know it.
	const { userAgentData: data } = navigator as { userAgentData?: { brands: { brand: string }[] } };
	if (data === undefined) return;
	const brands = data.brands.filter(({ brand }) => brand !== "HeadlessChrome");
	Object.defineProperty(Object.getPrototypeOf(data), "brands", { get: () => brands });
}
