import { Link, type LoaderContext } from "loggia";
import { Form, useLoaderData } from "react-router";
import { filtersOf, findProducts, woods } from "../../lib/products.ts";

export const meta = {
	title: "Shop",
	description: "Small things that we make in winter",
	navigation: { order: 3 },
};

export function loader({ query }: LoaderContext) {
	const filters = filtersOf(query);
	return { filters, found: findProducts(filters) };
}

export default function Shop() {
	const { filters, found } = useLoaderData<typeof loader>();
	return (
		<article className="article">
			<h1>Shop</h1>
			<Form method="get" role="search" key={JSON.stringify(filters)}>
				<label>
					Wood{" "}
					<select name="wood" defaultValue={filters.wood ?? ""}>
						<option value="">any</option>
						{woods.map((wood) => (
							<option key={wood}>{wood}</option>
						))}
					</select>
				</label>{" "}
				<label>
					At most <input name="most" type="number" min={1} defaultValue={filters.most} /> €
				</label>{" "}
				<button type="submit">Show</button>
			</Form>
			<p>
				<output>{found.length} products</output>
			</p>
			<ul>
				{found.map(({ id, name, price, wood }) => (
					<li key={id}>
						<Link to={`/shop/${id}`}>{name}</Link>, {wood}, {price} €
					</li>
				))}
			</ul>
		</article>
	);
}
