import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from "react";
import type { SignIn as SignInBody } from "../../../wire/dashboard/session.ts";
import { request } from "../../api/request.ts";
import { SESSION_KEY } from "../../api/use-session.ts";
import { Problems } from "../../components/state-notices.tsx";

/** Stands at every address: whoever signs in is where they wanted to be. */
export function SignIn(): ReactElement {
	const client = useQueryClient();
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const { mutate, error, isPending } = useMutation({
		mutationFn: (body: SignInBody) => request("/api/session", { method: "POST", body }),
		onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
	});
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
				{/* Password managers keep a password under a name. */}
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
					{isPending ? "Signing in …" : "Sign in"}
				</button>
				<p className="hint">
					The service printed the password once, when it first started.{" "}
					<code>ANALYTICS_PASSWORD</code> sets another.
				</p>
			</form>
		</main>
	);
}
