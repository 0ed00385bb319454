/** Runs in a page, which then has no sign of being driven by a program, nor of a browser without a window. */
export function pretendToHaveWindow(): void {
	Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
	// Only in secure contexts, and unknown to TypeScript.
	const { userAgentData: data } = navigator as { userAgentData?: { brands: { brand: string }[] } };
	if (data === undefined) return;
	const brands = data.brands.filter(({ brand }) => brand !== "HeadlessChrome");
	Object.defineProperty(Object.getPrototypeOf(data), "brands", { get: () => brands });
}
