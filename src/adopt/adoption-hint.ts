import type { Adoption } from "./adoption.ts";

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
 * @returns An empty text when the folder shows no sign of a generator.
 */
export function adoptionHint({ settings, generator, evidence, unread }: Adoption): string {
	if (generator === "README and docs") return "";
	const gains = Object.entries(GAINS).flatMap(([key, words]) =>
		// Every key is one of the settings.
		settings[key as keyof typeof GAINS] === undefined ? [] : [words],
	);
	const found = ["its addresses", ...gains].join(", ");
	const failures = Object.entries(unread).map(
		([file, reason]) => `; not read: ${file} (${reason})`,
	);
	return `The folder was written for ${generator} (${evidence}) and has no site.yaml: "adopt" would take over ${found}${failures.join("")}`;
}
