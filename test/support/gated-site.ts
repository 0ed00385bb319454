import { type LiveSite, openLiveSite } from "./start-live-site.ts";

export interface GatedSite extends LiveSite {
	/** Settles the promise that a page waits for. @param how `fail` rejects it. */
	readonly settle: (id: string, how?: "fail") => Promise<void>;
}

/** A page with a promise that the test settles, and others. */
const FILES = {
	"site.yaml": "name: Shop\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n\n[The lamp](/products/lamp)\n",
	"lib/gates.ts": `const gates = new Map();
		export function gateOf(id) {
			const gate = gates.get(id) ?? Promise.withResolvers();
			gates.set(id, gate);
			return gate;
		}`,
	"api/gates/[id].ts": `import { gateOf } from "../../lib/gates.ts";
		export const GET = (_request, { params: { id } }) => {
			if (id.endsWith("-fail")) gateOf(id.slice(0, -5)).reject(new Error("SECRET of the promise"));
			else gateOf(id).resolve({ at: new Date(0), text: "Reviews of " + id + " " });
			return new Response("settled");
		};`,
	"pages/products/[id].tsx": `import { Suspense, useState } from "react";
		import { Await, useAsyncError, useLoaderData } from "react-router";
		import { gateOf } from "../../lib/gates.ts";
		export const loader = ({ params: { id } }) => ({ name: "The " + id, reviews: gateOf(id).promise });
		export const meta = ({ params }) => ({ title: "Product " + params.id });
		const Failed = () => <p id="failed">No reviews: {useAsyncError().message}</p>;
		export default function Product() {
			const { name, reviews } = useLoaderData();
			const [count, setCount] = useState(0);
			return <article className="article">
				<h1>{name}</h1>
				<button onClick={() => setCount(count + 1)}>bought {count}</button>
				<Suspense fallback={<p id="waiting">Waiting for reviews</p>}>
					<Await resolve={reviews} errorElement={<Failed />}>
						{({ at, text }) => <p id="reviews" style={{ color: "rgb(1, 2, 3)" }}>{text + at.getUTCFullYear()}</p>}
					</Await>
				</Suspense>
				<p id="after">After the reviews</p>
			</article>;
		}`,
	"pages/plain.tsx": `import { useLoaderData } from "react-router";
		export const loader = () => ({ value: "plain" });
		export default () => <p>{useLoaderData().value}</p>;`,
	"pages/broken.tsx": `export const loader = () => ({ late: Promise.resolve(1) });
		export function ErrorBoundary() { return <p id="boundary">The page is broken</p>; }
		export default () => { throw new Error("Broken in the shell"); };`,
};

/** Starts a site with a page whose loader returns a promise. The caller removes it. */
export async function openGatedSite(): Promise<GatedSite> {
	const site = await openLiveSite(FILES, { SITE_CODE: "true" });
	const settle = async (id: string, how?: "fail"): Promise<void> => {
		await site.textOf(`/api/gates/${how === undefined ? id : `${id}-fail`}`);
	};
	return { ...site, settle };
}
