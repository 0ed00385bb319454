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

/** Of the names that `site.yaml` may give; each is a scale of Tailwind's, as one script turns them into CSS. */
export const DEFAULT_THEME = { primary: "green", gray: "cool" } as const;
