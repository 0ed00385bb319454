import { recognize } from "./recognize.ts";

/** What `site.yaml` would gain, in words of the report. */
const GAINS = {
	navigation: "its navigation",
	redirects: "its redirects",
	anchors: "its anchors",
	logo: "its logo",
	editLink: "its edit links",
} as const;

/**
 * Says in one line what `adopt` would find.
 *
 * @returns `undefined` when the folder was written for no generator that is known.
 */
export function adoptionHint(folder: string): string | undefined {
	const adoption = recognize(folder);
	if (adoption === undefined || adoption.generator === "README and docs") return undefined;
	const { settings, generator, evidence } = adoption;
	const gains = Object.entries(GAINS).flatMap(([key, words]) =>
		// Every key is one of the settings.
		settings[key as keyof typeof GAINS] === undefined ? [] : [words],
	);
	const found = ["its addresses", ...gains].join(", ");
	return `The folder was written for ${generator} (${evidence}) and has no site.yaml: "adopt" would take over ${found}`;
}
