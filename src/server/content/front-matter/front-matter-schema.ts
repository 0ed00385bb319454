import * as z from "zod";
import { access } from "../../../platform/settings/schemas.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { FLAG_NAME } from "../../../shared/page/flag-condition.ts";
import { readTruth } from "./hiding-signs.ts";

/** Accepts `title: 404` and `title: true`, which YAML reads as a number and a boolean. */
const text = z
	.union([z.string(), z.number(), z.boolean()], { error: "must be text" })
	.transform(String);

/** A path, or the map of VitePress and Starlight. */
const image = z
	.union([
		z.string().transform((src) => ({ src, alt: "" })),
		z
			.looseObject({
				src: z.string().optional(),
				file: z.string().optional(),
				light: z.string().optional(),
				alt: z.string().optional(),
			})
			.transform(({ src, file, light, alt = "" }) => ({ src: src ?? file ?? light ?? "", alt })),
	])
	.transform((given) => (given.src === "" ? undefined : given));

const action = z.looseObject({
	text,
	link: z.string(),
	theme: z.string().optional(),
	variant: z.string().optional(),
	type: z.string().optional(),
});

/**
 * The top of a landing page, in one form for all generators. VitePress has name, text and tagline;
 * Starlight and we have title and tagline.
 */
const hero = z
	.looseObject(
		{
			name: text.optional(),
			title: text.optional(),
			text: text.optional(),
			tagline: text.optional(),
			image: image.optional(),
			actions: z.array(action).default([]),
		},
		{ error: "must be a map of title, tagline, image and actions" },
	)
	.transform(({ name, text: words, title = words, tagline, image: picture, actions }) =>
		definedOnly({
			title: title ?? name,
			// Shown above the title.
			name: title === undefined ? undefined : name,
			tagline,
			image: picture,
			actions: actions.map(({ text: label, link, ...own }, index) => {
				const look = own.theme ?? own.variant ?? own.type ?? (index === 0 ? "primary" : "");
				return { text: label, link, isMain: look === "brand" || look === "primary" };
			}),
		}),
	);

export type Hero = z.infer<typeof hero>;

/** @returns The hero of a home page of VuePress; `undefined` for any other page. */
export function heroOfHome(fields: FrontMatterFields): Hero | undefined {
	const { home, title, heroText = title, heroImage, tagline, actions } = fields;
	if (home !== true) return undefined;
	const given = { title: heroText ?? undefined, tagline, image: heroImage, actions };
	return hero.safeParse(definedOnly(given)).data;
}

const featureIcon = z.union([
	z.string(),
	z
		.looseObject({ src: z.string().optional(), light: z.string().optional() })
		.transform(({ src, light }) => src ?? light),
]);

/** A card below the hero. Its icon is a name, a picture or a character, and later its markup or URL. */
const feature = z
	.looseObject({
		title: text,
		details: text.optional(),
		description: text.optional(),
		icon: featureIcon.optional(),
		link: z.string().optional(),
		linkText: text.optional(),
	})
	.transform(({ title, details, description = details, icon: sign, link, linkText }) =>
		definedOnly({ title, details: description, icon: sign, link, linkText }),
	);

export type Feature = z.infer<typeof feature>;

const features = z.array(feature, {
	error: "must be a list of title, details, icon and link",
});

const flag = z.unknown().transform((value, context) => {
	const truth = readTruth(value);
	if (truth !== undefined) return truth;
	context.issues.push({ code: "custom", message: "must be true or false", input: value });
	return z.NEVER;
});

/** A list of items, or a single item. */
function oneOrMore<Item extends z.ZodType>(item: Item, error: string) {
	return z.union([z.array(item), item.transform((one) => [one])], { error });
}

const paths = oneOrMore(z.string(), "must be a path or a list of paths").transform((list) =>
	list.filter((path) => path !== ""),
);

/** Rejects Jekyll's patterns, such as `/:year/:title/`, because only Jekyll knows their values. */
const permalink = text.refine((value) => !value.includes(":"), {
	error: "must be a path without placeholders",
});

const order = z.number({ error: "must be a number" });

const instant = text
	.refine((value) => !Number.isNaN(parseInstant(value)), {
		error: "must be a date, such as 2026-11-20 or 2026-11-20T09:00:00Z",
	})
	.transform(parseInstant);

/** A date in a format of other generators. It labels and sorts a post, and does not schedule it. */
const date = z
	.unknown()
	.transform((value) => (value instanceof Date ? value.getTime() : readForeignInstant(value)))
	.refine((instant) => !Number.isNaN(instant), { error: "must be a date, such as 2026-11-20" });

const author = z.union([
	text.transform((name) => ({ name })),
	z.object({ name: text, url: z.string().optional() }).transform(({ name, url = "" }) => ({
		name,
		...(/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(url) ? { url } : {}),
	})),
]);

const authors = oneOrMore(author, "must be a name, a map of name and url, or a list of these");

const tags = z.union([z.array(text), text.transform((list) => list.split(","))], {
	error: "must be a list of words",
});

const icon = text.refine((value) => /^[\w-]+:[\w-]+$/.test(value), {
	error: "must be like lucide:rocket",
});

/** Keys of `navigation`, if it is a map. */
export const navigationEntry = z.strictObject({
	title: text.optional(),
	icon: icon.optional(),
	order: order.optional(),
});

const FLAG_NAME_RULE = "must be a name of letters, digits and . _ -";

const flagName = z.string({ error: FLAG_NAME_RULE }).regex(FLAG_NAME, { error: FLAG_NAME_RULE });

/** Keys of `flag`, if it is a map. */
export const flagCondition = z.strictObject({ key: flagName, variant: flagName.optional() });

/** Text, or `robots: false` and the map of Nuxt's module, which become text such as `noindex`. */
const robots = z.union(
	[
		z
			.unknown()
			.refine((value) => readTruth(value) === false)
			.transform(() => "noindex"),
		z
			.looseObject({ index: flag.optional(), follow: flag.optional() })
			.transform(({ index, follow }) =>
				[...(index === false ? ["noindex"] : []), ...(follow === false ? ["nofollow"] : [])].join(
					", ",
				),
			),
		text,
	],
	{ error: "must be text" },
);

/** Aliases of YAML may repeat a value a thousand times. */
const MAX_DATA_CHARACTERS = 65_536;

/** The author's own keys, as JSON values. */
const data = z
	.record(z.string(), z.unknown())
	.transform((value) => JSON.stringify(value))
	.refine((json) => json.length <= MAX_DATA_CHARACTERS, {
		error: `must have at most ${MAX_DATA_CHARACTERS} characters as JSON`,
	})
	.transform((json): Record<string, unknown> => JSON.parse(json));

/** Keys of front matter: our keys, and supported keys of other generators. */
export const FRONT_MATTER_FIELDS = {
	title: text,
	description: text,
	colorMode: z.enum(["light", "dark"]),
	layout: z.string().regex(/^[\w-]{1,60}$/),
	middleware: oneOrMore(z.string(), "must be a name or a list of names"),
	navigation: z.union([z.literal(false), z.literal(true).transform(() => ({})), navigationEntry], {
		error: "must be false, or a map of title, icon and order",
	}),
	flag: z.union([flagName.transform((key) => ({ key })), flagCondition], {
		error: "must be the key of a feature flag, or a map of key and variant",
	}),
	access,
	draft: flag,
	publishAt: instant,
	expiresAt: instant,
	updatedAt: instant,
	robots,
	image: z.union([text, z.looseObject({ src: z.string() }).transform(({ src }) => src)], {
		error: "must be text",
	}),
	redirect: text,
	openapi: text.refine((value) => /\.(?:ya?ml|json)$/i.test(value), {
		error: "must be a file of YAML or JSON, such as ./petstore.yaml",
	}),
	slug: text,
	order,
	hidden: flag,
	unlisted: flag,
	aliases: paths,
	redirect_from: paths,
	permalink,
	url: permalink,
	weight: order,
	nav_order: order,
	sidebar_position: order,
	sidebar_label: text,
	linkTitle: text,
	type: text,
	date,
	author: authors,
	authors,
	tags,
	data,
	hero,
	features,
	// VuePress has the parts of the hero at the top level.
	home: z.boolean(),
	heroText: z.union([text, z.null()]),
	heroImage: text,
	tagline: text,
	actions: z.array(z.unknown()),
	sidebar: z.union([
		z.looseObject({ order: order.optional(), label: text.optional(), hidden: flag.optional() }),
		// VuePress has "auto" and "heading".
		z.union([z.boolean(), z.string()]).transform(() => undefined),
	]),
} as const;

export type FrontMatterFields = {
	[Key in keyof typeof FRONT_MATTER_FIELDS]?: z.infer<(typeof FRONT_MATTER_FIELDS)[Key]>;
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_AND_TIME =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i;

/** Parses a date in a format of other generators. @returns `NaN` for any other value. */
export function readForeignInstant(value: unknown): number {
	const instant = parseInstant(String(value));
	return Number.isNaN(instant) && typeof value === "string" ? Date.parse(value) : instant;
}

/**
 * Parses a date of ISO 8601. Without a zone it is UTC, so that the time zone of the server does not
 * change when a page appears.
 *
 * @returns `NaN` for any other value.
 */
function parseInstant(value: string): number {
	if (DATE.test(value)) return Date.parse(value);
	const [, date, time, zone = "Z"] = DATE_AND_TIME.exec(value) ?? [];
	return date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}
