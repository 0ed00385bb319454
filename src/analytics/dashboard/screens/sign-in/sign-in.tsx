import { type FormEvent, type ReactElement, useEffect, useId, useRef } from "react";
import type { SignIn as SignInBody } from "../../../wire/dashboard/session.ts";
import { request } from "../../api/request.ts";
import { SESSION_PATH } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Problems } from "../../components/state-notices.tsx";

/** In place of every screen: after signing in, the one that was asked for is shown. */
export function SignIn(): ReactElement {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const { mutate, error, isPending } = useChange(
		(body: SignInBody) => request(SESSION_PATH, { method: "POST", body }),
		{ refreshes: SESSION_PATH },
	);
	useEffect(() => {
		document.title = "Sign in – Loggia analytics";
		field.current?.focus();
	}, []);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		mutate({ password: String(new FormData(event.currentTarget).get("password")) });
	};
	return (
		<main className="sign-in">
			<form className="sign-in-form" onSubmit={submit}>
				<span className="brand-mark" aria-hidden="true" />
				<h1>Loggia analytics</h1>
				<UserName />
				<label htmlFor={id}>Password</label>
				<input
					id={id}
					name="password"
					type="password"
					autoComplete="current-password"
					required
					ref={field}
					aria-describedby={`${id}-problem`}
					aria-invalid={error !== null}
				/>
				<div id={`${id}-problem`} className="form-problem" role="alert">
					{error !== null && <Problems error={error} />}
				</div>
				<button type="submit" className="button" disabled={isPending}>
					{isPending ? "Signing in…" : "Sign in"}
				</button>
				<p className="hint">
					The service printed the password when it first started. To set another, use{" "}
					<code>ANALYTICS_PASSWORD</code>.
				</p>
			</form>
		</main>
	);
}

/** Password managers store a password under a name. */
export function UserName(): ReactElement {
	return (
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
	);
}
