import type { ReactElement } from "react";
import * as z from "zod";
import { send } from "../../api/request.ts";
import { useSession } from "../../api/use-answer.ts";
import { Form } from "../../components/form.tsx";
import { newPassword } from "../sign-in/invitation.tsx";
import { UserName } from "../sign-in/sign-in.tsx";

const passwordChange = z.object({
	current: z.string().meta({
		...{ title: "Current password", control: "password", autoComplete: "current-password" },
	}),
	new: newPassword,
});

/** A new password for the user, which signs out all other browsers. */
export function PasswordSettings(): ReactElement {
	const { data: session } = useSession();
	if (session?.signed_in === true && session.password_from !== "dashboard") {
		return (
			<p className="hint">
				The password comes from{" "}
				{session.password_from === "provider" ? (
					"the identity provider"
				) : (
					<code>ANALYTICS_PASSWORD</code>
				)}
				, and is changed there.
			</p>
		);
	}
	return (
		<Form
			schema={passwordChange}
			submit="Change password"
			done="Changed. All other browsers are signed out."
			send={(body) => send("POST", "/api/password", body)}
		>
			<UserName />
		</Form>
	);
}
