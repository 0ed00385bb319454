/** The names that `site.yaml` may give; each is a scale of Tailwind's, as one script turns them into CSS. */
export interface Theme {
	readonly primary: string;
	readonly gray: string;
}

/** A theme that can be shown, and what was wrong with the names it was made of. */
export interface ThemeReading {
	readonly theme: Theme;
	readonly problems: readonly ThemeProblem[];
}

export interface ThemeProblem {
	readonly role: keyof Theme;
	/** Goes on after the name of the setting: `must be one of …`. */
	readonly rule: string;
}

/** `cool` is what Tailwind once called its bluish `gray`; sites still use both names. */
export const GRAY_COLORS = [
	"cool",
	"gray",
	"slate",
	"zinc",
	"neutral",
	"stone",
	"mauve",
	"olive",
	"mist",
	"taupe",
] as const;

export const PRIMARY_COLORS = [
	"red",
	"orange",
	"amber",
	"yellow",
	"lime",
	"green",
	"emerald",
	"teal",
	"cyan",
	"sky",
	"blue",
	"indigo",
	"violet",
	"purple",
	"fuchsia",
	"pink",
	"rose",
	...GRAY_COLORS,
] as const;

export const DEFAULT_THEME: Theme = { primary: "green", gray: "cool" };

/**
 * Turns configured names into names that have a palette.
 *
 * A wrong color must not take a site down: the default replaces it, and the caller reports a problem.
 */
export function resolveTheme(names: Partial<Record<keyof Theme, unknown>>): ThemeReading {
	const primary = resolveColor("primary", names.primary, PRIMARY_COLORS);
	const gray = resolveColor("gray", names.gray, GRAY_COLORS);
	return {
		theme: { primary: primary.name, gray: gray.name },
		problems: [...primary.problems, ...gray.problems],
	};
}

function resolveColor(
	role: keyof Theme,
	name: unknown,
	known: readonly string[],
): { readonly name: string; readonly problems: readonly ThemeProblem[] } {
	const fallback = DEFAULT_THEME[role];
	if (name === undefined) return { name: fallback, problems: [] };
	if (typeof name === "string" && known.includes(name)) return { name, problems: [] };
	const rule = `must be one of ${known.join(", ")}, and is shown as ${fallback} until then`;
	return { name: fallback, problems: [{ role, rule }] };
}
