import * as z from "zod";
import { definedOnly } from "../../../shared/defined-only.ts";

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

/**
 * What opens a landing page, in one form, whatever it was written for. VitePress has name, text and
 * tagline; Starlight and we have title and tagline.
 */
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
	.transform(({ name, text: words, title = words, tagline, image: picture, actions }) =>
		definedOnly({
			title: title ?? name,
			// A word above the title.
			name: title === undefined ? undefined : name,
			tagline,
			image: picture,
			actions: actions.map(({ look, ...rest }, index) => ({
				...rest,
				isMain: look === undefined ? index === 0 : look === "brand" || look === "primary",
			})),
		}),
	);

export type Hero = z.infer<typeof hero>;

const icon = z.union([
	z.string(),
	z
		.looseObject({ src: z.string().optional(), light: z.string().optional() })
		.transform(({ src, light }) => src ?? light),
]);

/** A card below the hero. Its icon is a name, a picture or a sign; once it is resolved, its markup. */
const feature = z
	.looseObject({
		title: text,
		details: text.optional(),
		description: text.optional(),
		icon: icon.optional(),
		link: z.string().optional(),
		linkText: text.optional(),
	})
	.transform(({ title, details, description = details, icon: sign, link, linkText }) =>
		definedOnly({ title, details: description, icon: sign, link, linkText }),
	);

export type Feature = z.infer<typeof feature>;

export const features = z.array(feature, {
	error: "must be a list of title, details, icon and link",
});
