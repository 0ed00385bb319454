/** The part that tests use: the package has no types of its own. */
declare module "@adobe/structured-data-validator" {
	class Validator {
		/** @param found Items by format and type, as the package's own extractor returns them. */
		validate(found: {
			readonly jsonld: Readonly<Record<string, readonly object[]>>;
		}): Promise<readonly { readonly issueMessage: string; readonly severity: string }[]>;
	}

	// biome-ignore lint/style/noDefaultExport: the package has it.
	export { Validator as default };
}
