import type { ReactElement } from "react";
import { useLocation } from "react-router";
import * as z from "zod";
import { MIN_PASSWORD_LENGTH } from "../../api-types/session.ts";
import { send } from "../api/request.ts";
import { Form } from "../components/form.tsx";
import { Entry } from "./sign-in.tsx";

export const newPassword = z
	.string()
	.min(MIN_PASSWORD_LENGTH)
	.meta({
		title: "New password",
		control: "password",
		autoComplete: "new-password",
		hint: `At least ${MIN_PASSWORD_LENGTH} characters`,
	});

const acceptance = z.object({
	name: z.string().max(100).meta({ title: "Your name", autoComplete: "name" }),
	password: newPassword,
});

/** Screen of an invitation link, where the user sets a name and a password. */
export function Invitation(): ReactElement {
	const token = useLocation().hash.slice(1);
	return (
		<Entry title="Invitation">
			<p>You are invited to this dashboard. Later you sign in with your mail address.</p>
			<Form
				schema={acceptance}
				submit="Accept invitation"
				done=""
				send={(body) => send("POST", "/api/invitation", { ...body, token })}
				onDone={() => location.assign("/dashboard/")}
			/>
		</Entry>
	);
}
