import * as z from "zod";

/** A whole number, given as a number or as its digits. */
export function wholeNumber(minimum: number, maximum: number): z.ZodType<number> {
	const error = `must be a whole number from ${minimum} to ${maximum}`;
	return z
		.union(
			[
				z.number(),
				z
					.string()
					.regex(/^\d{1,6}$/)
					.transform(Number),
			],
			{ error },
		)
		.pipe(z.number().int({ error }).min(minimum, { error }).max(maximum, { error }));
}

/** A path of the site; a slash at its end makes no difference. */
export function sitePath(): z.ZodType<string> {
	const error = "must be a path that starts with a slash";
	return z
		.string({ error })
		.regex(/^\/(?!\/)/, { error })
		.max(1000, { error: "must have at most 1000 characters" })
		.transform((path) => path.replace(/(?<=[^/])\/+$/, ""));
}
