import { Link, type LoaderContext } from "loggia";
import { Form, redirect, useLoaderData } from "react-router";
import { linesOf, totalOf, withCount } from "../../lib/products.ts";
import { changeVisit, readVisit } from "../../lib/session.server.ts";

export const meta = { title: "Cart", navigation: false, robots: "noindex" };

export async function loader({ request }: LoaderContext) {
	const { cart = {} } = await readVisit(request);
	return { lines: linesOf(cart), total: totalOf(cart) };
}

/** Changes the number of pieces of one product. */
export async function action({ request }: LoaderContext) {
	const { cart = {} } = await readVisit(request);
	const form = await request.formData();
	const changed = withCount(cart, String(form.get("id")), Number(form.get("count")));
	return redirect("/shop/cart", { headers: await changeVisit(request, { cart: changed }) });
}

export default function CartPage() {
	const { lines, total } = useLoaderData<typeof loader>();
	if (lines.length === 0) {
		return (
			<article className="article">
				<h1>Cart</h1>
				<p>
					Nothing yet. <Link to="/shop">Choose something</Link>
				</p>
			</article>
		);
	}
	return (
		<article className="article">
			<h1>Cart</h1>
			<ul>
				{lines.map(({ product, count }) => (
					<li key={product.id}>
						<Form method="post">
							<input type="hidden" name="id" value={product.id} />
							<label>
								{product.name}{" "}
								<input
									name="count"
									type="number"
									min={0}
									max={20}
									key={count}
									defaultValue={count}
								/>
							</label>{" "}
							<button type="submit">Change</button>
						</Form>
					</li>
				))}
			</ul>
			<p>
				Together <strong>{total} €</strong>
			</p>
			<p>
				<Link to="/shop/order">Order</Link>
			</p>
		</article>
	);
}
