export interface Plan {
	readonly id: string;
	readonly name: string;
	readonly text: string;
	/** Price in euros for a width of one meter. */
	readonly base: number;
}

export const plans: Plan[] = [
	{ id: "table", name: "Table", text: "Oak, four legs, two coats of oil.", base: 900 },
	{ id: "shelf", name: "Shelf", text: "Birch, with or without a back.", base: 240 },
];

/** @param width In centimeters. @returns Whole euros. */
export function priceOf({ base }: Plan, width: number): number {
	return Math.round((base * width) / 100);
}
