import * as z from "zod";

/** What opens a landing page, in one form, whatever it was written for. */
export interface Hero {
	/** A word above the title. */
	readonly name?: string;
	readonly title?: string;
	readonly tagline?: string;
	readonly image?: HeroImage;
	readonly actions: readonly HeroAction[];
}

export interface HeroImage {
	readonly src: string;
	readonly alt: string;
}

export interface HeroAction {
	readonly text: string;
	readonly link: string;
	readonly isMain: boolean;
}

/** A card below the hero. */
export interface Feature {
	readonly title: string;
	readonly details?: string;
	/** Markup of an icon once it is resolved; before that a name, a picture or a sign. */
	readonly icon?: string;
	readonly link?: string;
	readonly linkText?: string;
}

const text = z.union([z.string(), z.number()]).transform(String);

/** A path, or what VitePress and Starlight write for one. */
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

const action = z
	.looseObject({
		text,
		link: z.string(),
		theme: z.string().optional(),
		variant: z.string().optional(),
	})
	.transform(({ text: label, link, theme, variant }) => ({
		text: label,
		link,
		look: theme ?? variant,
	}));

/** VitePress has name, text and tagline; Starlight and we have title and tagline. */
export const hero = z
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
	.transform(
		({ name, title, text: words, tagline, image: picture, actions }): Hero => ({
			...((title ?? words) === undefined ? {} : { title: title ?? words ?? "" }),
			...(name === undefined ? {} : { [(title ?? words) === undefined ? "title" : "name"]: name }),
			...(tagline === undefined ? {} : { tagline }),
			...(picture === undefined ? {} : { image: picture }),
			actions: actions.map(({ look, ...rest }, index) => ({
				...rest,
				isMain: look === undefined ? index === 0 : look === "brand" || look === "primary",
			})),
		}),
	);

const icon = z.union([
	z.string(),
	z
		.looseObject({ src: z.string().optional(), light: z.string().optional() })
		.transform(({ src, light }) => src ?? light),
]);

export const features = z.array(
	z
		.looseObject({
			title: text,
			details: text.optional(),
			description: text.optional(),
			icon: icon.optional(),
			link: z.string().optional(),
			linkText: text.optional(),
		})
		.transform(
			({ title, details, description = details, icon: sign, link, linkText }): Feature => ({
				title,
				...(description === undefined ? {} : { details: description }),
				...(sign === undefined ? {} : { icon: sign }),
				...(link === undefined ? {} : { link }),
				...(linkText === undefined ? {} : { linkText }),
			}),
		),
	{ error: "must be a list of title, details, icon and link" },
);
