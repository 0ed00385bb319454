import type { FormEvent, ReactElement } from "react";
import { MIN_PASSWORD_LENGTH, type PasswordChange } from "../../../wire/dashboard/session.ts";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Field } from "../../components/field.tsx";
import { Outcome } from "./outcome.tsx";

/** A new password, which signs out all other browsers. */
export function PasswordSettings(): ReactElement {
	const { data: session } = useSession();
	const change = useChange((body: PasswordChange) =>
		request("/api/password", { method: "POST", body }),
	);
	if (session?.signed_in === true && session.password_from === "environment") {
		return (
			<p className="hint">
				The password comes from <code>ANALYTICS_PASSWORD</code>, and is changed there.
			</p>
		);
	}
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const element = event.currentTarget;
		const form = new FormData(element);
		change.mutate(
			{ current: String(form.get("current")), new: String(form.get("new")) },
			{ onSuccess: () => element.reset() },
		);
	};
	return (
		<form className="form" onSubmit={submit}>
			<input
				className="visually-hidden"
				type="text"
				name="username"
				autoComplete="username"
				value="dashboard"
				readOnly
				tabIndex={-1}
				aria-hidden="true"
			/>
			<Field label="Current password">
				{(control) => (
					<input
						{...control}
						name="current"
						type="password"
						required
						autoComplete="current-password"
					/>
				)}
			</Field>
			<Field label="New password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`}>
				{(control) => (
					<input
						{...control}
						name="new"
						type="password"
						required
						minLength={MIN_PASSWORD_LENGTH}
						autoComplete="new-password"
					/>
				)}
			</Field>
			<div className="buttons">
				<button type="submit" className="button" disabled={change.isPending}>
					Change password
				</button>
				<Outcome mutation={change} done="Changed. All other browsers are signed out." />
			</div>
		</form>
	);
}
