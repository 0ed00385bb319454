import { readFile } from "node:fs/promises";
import lucide from "@iconify-json/lucide/icons.json" with { type: "json" };
import type { Plugin } from "esbuild";

/** The dashboard's style sheet sets these for every icon. */
const STYLE =
	/<\/?g\b[^>]*>| fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"/g;

/** Replaces each name in `icons.json` by the markup of Lucide's icon. */
export const lucideIcons: Plugin = {
	name: "lucide-icons",
	setup({ onLoad }) {
		onLoad({ filter: /\/dashboard\/components\/icons\.json$/ }, async ({ path }) => ({
			contents: JSON.stringify(
				Object.fromEntries(
					Object.entries<string>(JSON.parse(await readFile(path, "utf8"))).map(([name, icon]) => [
						name,
						markupOf(icon),
					]),
				),
			),
			loader: "json",
		}));
	},
};

/** @throws {RangeError} When Lucide has no icon of this name. */
function markupOf(name: string): string {
	const icons: Readonly<Record<string, { readonly body: string } | undefined>> = lucide.icons;
	const icon = icons[name];
	if (icon === undefined) throw new RangeError(`Lucide has no icon "${name}"`);
	return icon.body.replaceAll(STYLE, "");
}
