import { Link, type LoaderContext, useSite } from "loggia";
import { useState } from "react";
import { useLoaderData } from "react-router";
import { type Plan, plans, priceOf } from "../../lib/plans.ts";

export const meta = {
	title: "Prices",
	description: "What a table or a shelf costs",
	navigation: { order: 2 },
};

/** Runs on the server. */
export async function loader({ query }: LoaderContext): Promise<{ plans: Plan[]; width: number }> {
	const width = Number(query.get("width") ?? 100);
	return { plans, width: Number.isFinite(width) && width > 0 ? width : 100 };
}

export default function Plans() {
	const { plans: offered, width } = useLoaderData<typeof loader>();
	const { name } = useSite();
	const [shown, setShown] = useState(width);
	return (
		<article className="article">
			<h1>Prices of {name}</h1>
			<p>
				<label>
					Width in centimeters{" "}
					<input
						type="number"
						value={shown}
						min={20}
						max={400}
						onChange={({ target }) => setShown(Number(target.value))}
					/>
				</label>
			</p>
			<h2 id="list">What we make</h2>
			<ul className="plans">
				{offered.map((plan) => (
					<li key={plan.id}>
						<Link to={`/plans/${plan.id}`}>{plan.name}</Link>:{" "}
						<output>{priceOf(plan, shown)} €</output>
					</li>
				))}
			</ul>
			<form method="post" action="/api/contact">
				<label>
					Your address for an offer <input name="address" type="email" required />
				</label>{" "}
				<button type="submit">Ask for an offer</button>
			</form>
		</article>
	);
}
