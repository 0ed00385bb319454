import type { Rgb } from "../../src/shared/theme/color.ts";

/**
 * Reads a color in the notation of Tailwind's data, `oklch(72.3% 0.219 149.579)`.
 *
 * Colors outside of sRGB are clipped, so that the contrast is computed from the colors on screens.
 *
 * @throws {SyntaxError} When the text has another notation.
 * @see https://bottosson.github.io/posts/oklab/
 */
export function parseOklch(text: string): Rgb {
	const match = /^oklch\(([\d.]+)%? ([\d.]+) ([\d.]+|none)\)$/.exec(text);
	if (match === null)
		throw new SyntaxError(`A color must be written as oklch(): current value is "${text}"`);
	const [, lightness = "", chroma = "", hue = ""] = match;
	const angle = hue === "none" ? 0 : (Number(hue) * Math.PI) / 180;
	const scale = text.includes("%") ? 100 : 1;
	return oklabToRgb(
		Number(lightness) / scale,
		Number(chroma) * Math.cos(angle),
		Number(chroma) * Math.sin(angle),
	);
}

/** Returns the shortest notation of CSS: `#15803d`. */
export function hexOf(color: Rgb): string {
	return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function oklabToRgb(lightness: number, a: number, b: number): Rgb {
	const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		channelOf(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
		channelOf(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
		channelOf(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
	];
}

function channelOf(light: number): number {
	const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
	return Math.round(Math.min(1, Math.max(0, share)) * 255);
}
