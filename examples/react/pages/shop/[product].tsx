import type { LoaderContext, MetaArgs } from "loggia";
import { Suspense } from "react";
import { Await, data, redirect, useFetcher, useLoaderData } from "react-router";
import { products, withCount } from "../../lib/products.ts";
import { loadReviews } from "../../lib/reviews.server.ts";
import { changeVisit, readVisit } from "../../lib/session.server.ts";

/** The products are in the sitemap and in search. */
export function paths() {
	return products.map(({ id }) => ({ product: id }));
}

export function loader({ params }: LoaderContext) {
	const product = products.find(({ id }) => id === params["product"]);
	if (product === undefined) throw data("We do not make this", { status: 404 });
	// Not awaited: the page is sent before the reviews are known.
	return { product, reviews: loadReviews(product.id) };
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	const { name = "Product", text = "" } = loaderData?.product ?? {};
	return { title: name, description: text };
}

/** Puts one piece into the cart. */
export async function action({ params, request }: LoaderContext) {
	const { cart = {} } = await readVisit(request);
	const id = params["product"] ?? "";
	const headers = await changeVisit(request, { cart: withCount(cart, id, (cart[id] ?? 0) + 1) });
	return redirect("/shop/cart", { headers });
}

export default function ProductPage() {
	const { product, reviews } = useLoaderData<typeof loader>();
	const adding = useFetcher();
	return (
		<article className="article">
			<h1>{product.name}</h1>
			<p>
				{product.text} Of {product.wood}, {product.price} €.
			</p>
			<adding.Form method="post">
				<button type="submit" disabled={adding.state !== "idle"}>
					Put into the cart
				</button>
			</adding.Form>
			<h2 id="reviews">Reviews</h2>
			<Suspense fallback={<p>Asking our customers …</p>}>
				<Await resolve={reviews}>
					{(known) => (
						<ul className="reviews">
							{known.length === 0 && <li>There are none yet.</li>}
							{known.map(({ stars, text }) => (
								<li key={text}>
									{stars} of 5: {text}
								</li>
							))}
						</ul>
					)}
				</Await>
			</Suspense>
		</article>
	);
}
