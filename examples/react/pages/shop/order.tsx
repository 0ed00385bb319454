import type { LoaderContext } from "loggia";
import { data, Form, redirect, useActionData, useLoaderData, useNavigation } from "react-router";
import { type Order, readOrder } from "../../lib/order.ts";
import { totalOf } from "../../lib/products.ts";
import { changeVisit, readVisit } from "../../lib/session.server.ts";

export const meta = { title: "Order", navigation: false, robots: "noindex" };

export async function loader({ request }: LoaderContext) {
	const { cart = {}, customer = "" } = await readVisit(request);
	return { total: totalOf(cart), customer };
}

/** Answers with the errors and the entered values, or empties the cart. */
export async function action({ request }: LoaderContext) {
	const { order, errors } = readOrder(await request.formData());
	if (Object.keys(errors).length > 0) return data({ order, errors }, { status: 400 });
	return redirect("/thanks", { headers: await changeVisit(request, { cart: {} }) });
}

export default function OrderPage() {
	const { total, customer } = useLoaderData<typeof loader>();
	const { order, errors } = { order: undefined, errors: {}, ...useActionData<typeof action>() };
	const isSending = useNavigation().state === "submitting";
	const field = (name: keyof Order, label: string, value = "") => (
		<p>
			<label>
				{label}{" "}
				<input
					name={name}
					defaultValue={order?.[name] ?? value}
					aria-invalid={errors[name] !== undefined}
					aria-describedby={`${name}-error`}
				/>
			</label>{" "}
			<span id={`${name}-error`} role="alert">
				{errors[name]}
			</span>
		</p>
	);
	return (
		<article className="article">
			<h1>Order</h1>
			<p>You pay {total} € when we bring it.</p>
			<Form method="post" noValidate>
				{field("name", "Name", customer)}
				{field("address", "Street and number")}
				{field("zip", "Postal code")}
				<button type="submit" disabled={isSending}>
					Order
				</button>
			</Form>
		</article>
	);
}
