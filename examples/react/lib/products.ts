export interface Product {
	readonly id: string;
	readonly name: string;
	readonly text: string;
	readonly wood: Wood;
	/** In euros. */
	readonly price: number;
}

export const woods = ["oak", "birch", "ash"] as const;

export type Wood = (typeof woods)[number];

export const products: readonly Product[] = [
	{ id: "stool", name: "Stool", text: "Three legs, for one person.", wood: "ash", price: 80 },
	{ id: "bench", name: "Bench", text: "Two meters, for the garden.", wood: "oak", price: 420 },
	{ id: "board", name: "Cutting board", text: "Oiled twice.", wood: "oak", price: 45 },
	{ id: "box", name: "Box", text: "With a lid that closes by itself.", wood: "birch", price: 60 },
	{ id: "rack", name: "Coat rack", text: "Five hooks.", wood: "birch", price: 95 },
	{ id: "tray", name: "Tray", text: "Holds six cups.", wood: "ash", price: 38 },
];

export interface Filters {
	/** Absent: every wood. */
	readonly wood?: string | undefined;
	/** Absent: every price. */
	readonly most?: number | undefined;
}

/** Reads filters from a query; ignores values that cannot be used. */
export function filtersOf(query: URLSearchParams): Filters {
	const wood = woods.find((known) => known === query.get("wood"));
	const most = Number(query.get("most") ?? "");
	return { wood, most: most > 0 ? most : undefined };
}

export function findProducts({ wood, most = Number.POSITIVE_INFINITY }: Filters): Product[] {
	return products.filter(
		(product) => (wood === undefined || product.wood === wood) && product.price <= most,
	);
}

/** Number of pieces by product id. */
export type Cart = Readonly<Record<string, number>>;

/** @param count At most 0 removes the product. */
export function withCount(cart: Cart, id: string, count: number): Cart {
	const { [id]: _before, ...others } = cart;
	const isKnown = products.some((product) => product.id === id);
	return isKnown && count > 0 ? { ...others, [id]: Math.min(Math.trunc(count), 20) } : others;
}

export interface CartLine {
	readonly product: Product;
	readonly count: number;
}

export function linesOf(cart: Cart): CartLine[] {
	return products.flatMap((product) => {
		const count = cart[product.id] ?? 0;
		return count > 0 ? [{ product, count }] : [];
	});
}

/** In euros. */
export function totalOf(cart: Cart): number {
	return linesOf(cart).reduce((sum, { product, count }) => sum + product.price * count, 0);
}
