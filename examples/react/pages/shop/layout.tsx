import { Link, type LoaderContext } from "loggia";
import { NavLink, Outlet, useLoaderData } from "react-router";
import { linesOf } from "../../lib/products.ts";
import { readVisit } from "../../lib/session.server.ts";

/** Wraps all pages of this folder, and stays mounted between them. */
export async function loader({ request }: LoaderContext) {
	const { cart = {}, customer } = await readVisit(request);
	return { pieces: linesOf(cart).reduce((sum, { count }) => sum + count, 0), customer };
}

export default function ShopLayout() {
	const { pieces, customer } = useLoaderData<typeof loader>();
	return (
		<div className="shop">
			<nav aria-label="Shop">
				<NavLink to="/shop" end>
					Products
				</NavLink>{" "}
				<NavLink to="/shop/cart">Cart ({pieces})</NavLink>{" "}
				<Link to="/shop/account">{customer ?? "Sign in"}</Link>
			</nav>
			<Outlet />
		</div>
	);
}
