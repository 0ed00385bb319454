/** The page of a site folder with a list of 50 rows that a loader returns. Both baselines render it too. */
import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router";

const NAMES = ["Lamp", "Chair", "Desk", "Shelf", "Rug"];

export function loader() {
	return Array.from({ length: 50 }, (_, index) => ({
		id: index,
		name: `${NAMES[index % 5]} ${index}`,
		text: `A product of the list with the number ${index}`,
		price: index * 7.5,
		addedOn: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
		tags: ["one", "two", "three"],
	}));
}

// biome-ignore lint/style/noDefaultExport: a page of a site folder.
export default function Products(): ReactElement {
	const rows = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Products</h1>
			<table>
				<thead>
					<tr>
						<th>Name</th>
						<th>Price</th>
						<th>Added</th>
						<th>Tags</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(({ id, name, text, price, addedOn, tags }) => (
						<tr key={id}>
							<td>
								<Link to={`/products/${id}`}>{name}</Link>
								<p>{text}</p>
							</td>
							<td>{price.toFixed(2)}</td>
							<td>
								<time dateTime={addedOn}>{addedOn.slice(0, 10)}</time>
							</td>
							<td>
								<ul>
									{tags.map((tag) => (
										<li key={tag}>{tag}</li>
									))}
								</ul>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}
