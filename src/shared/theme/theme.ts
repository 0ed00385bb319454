/** `cool` is Tailwind's former name for its bluish `gray`; sites still use both names. */
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

/** Default colors of `site.yaml`. Each is a Tailwind scale; the build turns the scales into CSS. */
export const DEFAULT_THEME = { primary: "green", gray: "cool" } as const;
