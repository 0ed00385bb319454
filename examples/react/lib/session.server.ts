import { createCookieSessionStorage } from "react-router";
import type { Cart } from "./products.ts";

interface Visit {
	cart: Cart;
	/** Name of the customer who has signed in. */
	customer: string;
}

const { getSession, commitSession } = createCookieSessionStorage<Visit>({
	cookie: {
		name: "shop",
		// A real shop sets the variable: without the secret, visitors can write their own session.
		secrets: [process.env["SHOP_SECRET"] ?? "only for the example"],
		path: "/",
		httpOnly: true,
		sameSite: "lax",
		maxAge: 60 * 60 * 24 * 30,
	},
});

/** Reads the session of a visitor, which is in a signed cookie. */
export async function readVisit(request: Request): Promise<Partial<Visit>> {
	const { data } = await getSession(request.headers.get("cookie"));
	return data;
}

/** @returns Headers that store the change. `undefined` removes a value. */
export async function changeVisit(
	request: Request,
	change: { readonly [Name in keyof Visit]?: Visit[Name] | undefined },
): Promise<Readonly<Record<string, string>>> {
	const session = await getSession(request.headers.get("cookie"));
	if (change.cart !== undefined) session.set("cart", change.cart);
	if (change.customer !== undefined) session.set("customer", change.customer);
	else if ("customer" in change) session.unset("customer");
	return { "set-cookie": await commitSession(session) };
}
