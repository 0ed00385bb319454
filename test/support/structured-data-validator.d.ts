/** What the tests use of it; it comes without types. */
declare module "@adobe/structured-data-validator" {
	class Validator {
		/** @param found By format and type, as its own extractor of web pages gives them. */
		validate(found: {
			readonly jsonld: Readonly<Record<string, readonly object[]>>;
		}): Promise<readonly { readonly issueMessage: string; readonly severity: string }[]>;
	}

	// biome-ignore lint/style/noDefaultExport: the package has it.
	export { Validator as default };
}
