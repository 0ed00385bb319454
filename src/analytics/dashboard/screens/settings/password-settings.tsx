import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useId } from "react";
import { MIN_PASSWORD_LENGTH, type PasswordChange } from "../../../wire/dashboard/session.ts";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/use-session.ts";
import { Outcome } from "./outcome.tsx";

/** Another password; every other browser is signed out by it. */
export function PasswordSettings(): ReactElement {
	const id = useId();
	const { data: session } = useSession();
	const change = useMutation({
		mutationFn: (body: PasswordChange) => request("/api/password", { method: "POST", body }),
	});
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
			<div className="field">
				<label htmlFor={`${id}-current`}>Password now</label>
				<input
					id={`${id}-current`}
					name="current"
					type="password"
					required
					autoComplete="current-password"
				/>
			</div>
			<div className="field">
				<label htmlFor={`${id}-new`}>New password</label>
				<input
					id={`${id}-new`}
					name="new"
					type="password"
					required
					minLength={MIN_PASSWORD_LENGTH}
					autoComplete="new-password"
					aria-describedby={`${id}-hint`}
				/>
				<span id={`${id}-hint`} className="hint">
					At least {MIN_PASSWORD_LENGTH} characters
				</span>
			</div>
			<div className="buttons">
				<button type="submit" className="button" disabled={change.isPending}>
					Change it
				</button>
				<Outcome mutation={change} done="Changed; every other browser is signed out" />
			</div>
		</form>
	);
}
