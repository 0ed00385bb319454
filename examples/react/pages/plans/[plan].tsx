import { Link, type LoaderContext } from "loggia";
import { useLoaderData, useParams } from "react-router";
import { type Plan, plans } from "../../lib/plans.ts";

export const meta = { title: "Plan", layout: "wide" };

/** Pages of unknown plans answer 404. */
export function isValid({ plan }: LoaderContext["params"]): boolean {
	return plans.some(({ id }) => id === plan);
}

export function loader({ params }: LoaderContext): Plan | undefined {
	return plans.find(({ id }) => id === params["plan"]);
}

export default function PlanPage() {
	const plan = useLoaderData<typeof loader>();
	const { plan: id } = useParams();
	return (
		<article className="article">
			<h1>{plan?.name}</h1>
			<p>{plan?.text}</p>
			<p>
				Its number in our books is <code>{id}</code>. <Link to="/plans">All prices</Link>
			</p>
		</article>
	);
}
