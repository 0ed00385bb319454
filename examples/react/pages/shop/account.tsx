import type { LoaderContext } from "loggia";
import { data, Form, redirect, useActionData, useLoaderData } from "react-router";
import { changeVisit, readVisit } from "../../lib/session.server.ts";

export const meta = { title: "Account", navigation: false, robots: "noindex" };

export async function loader({ request }: LoaderContext) {
	const { customer } = await readVisit(request);
	return { customer };
}

/** Signs in with a name, and signs out without one. A real shop checks a password here. */
export async function action({ request }: LoaderContext) {
	const form = await request.formData();
	const customer = String(form.get("customer") ?? "").trim();
	if (form.has("customer") && customer === "") {
		return data({ error: "Please enter your name" }, { status: 400 });
	}
	const headers = await changeVisit(request, { customer: customer || undefined });
	// Without JavaScript, the loaders of this answer would still read the cookie of the request.
	return redirect("/shop/account", { headers });
}

export default function Account() {
	const { customer } = useLoaderData<typeof loader>();
	const { error } = { error: undefined, ...useActionData<typeof action>() };
	return (
		<article className="article">
			<h1>Account</h1>
			{customer === undefined ? (
				<Form method="post">
					<label>
						Name <input name="customer" aria-invalid={error !== undefined} />
					</label>{" "}
					<button type="submit">Sign in</button> <span role="alert">{error}</span>
				</Form>
			) : (
				<Form method="post">
					<p>Hello, {customer}!</p>
					<button type="submit">Sign out</button>
				</Form>
			)}
		</article>
	);
}
