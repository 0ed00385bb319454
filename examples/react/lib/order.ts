export interface Order {
	readonly name: string;
	readonly address: string;
	readonly zip: string;
}

export type OrderErrors = Partial<Record<keyof Order, string>>;

/** Reads the order form. */
export function readOrder(form: FormData): { readonly order: Order; readonly errors: OrderErrors } {
	const field = (name: keyof Order): string => String(form.get(name) ?? "").trim();
	const order = { name: field("name"), address: field("address"), zip: field("zip") };
	return {
		order,
		errors: {
			...(order.name === "" && { name: "Please enter your name" }),
			...(order.address === "" && { address: "Please enter street and number" }),
			...(!/^\d{5}$/.test(order.zip) && { zip: "A postal code has five digits" }),
		},
	};
}
