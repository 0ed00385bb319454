import type { ReactElement } from "react";
import * as z from "zod";
import { MIN_PASSWORD_LENGTH } from "../../../wire/dashboard/session.ts";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/use-answer.ts";
import { Form } from "../../components/form.tsx";
import { UserName } from "../sign-in/sign-in.tsx";

const passwordChange = z.object({
	current: z.string().meta({
		...{ title: "Current password", control: "password", autoComplete: "current-password" },
	}),
	new: z
		.string()
		.min(MIN_PASSWORD_LENGTH)
		.meta({
			...{ title: "New password", control: "password", autoComplete: "new-password" },
			hint: `At least ${MIN_PASSWORD_LENGTH} characters`,
		}),
});

/** A new password, which signs out all other browsers. */
export function PasswordSettings(): ReactElement {
	const { data: session } = useSession();
	if (session?.signed_in === true && session.password_from === "environment") {
		return (
			<p className="hint">
				The password comes from <code>ANALYTICS_PASSWORD</code>, and is changed there.
			</p>
		);
	}
	return (
		<Form
			schema={passwordChange}
			submit="Change password"
			done="Changed. All other browsers are signed out."
			send={(body) => request("/api/password", { method: "POST", body })}
		>
			<UserName />
		</Form>
	);
}
