import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import * as z from "zod";
import type { SignInWays } from "../../api-types/session.ts";
import { send } from "../api/request.ts";
import { SESSION_PATH } from "../api/use-answer.ts";
import { Form } from "../components/form.tsx";

const password = z.string().meta({
	title: "Password",
	control: "password",
	autoComplete: "current-password",
});
const mail = z.string().default("").optional().meta({
	title: "Mail address",
	autoComplete: "username",
	hint: "Leave empty to sign in as the first admin",
});

/** Replaces every screen; after the sign-in, the requested screen is shown. */
export function SignIn({ session }: { readonly session: SignInWays }): ReactElement {
	return (
		<Entry title="Sign in">
			<Form
				schema={z.object(session.asks_mail ? { mail, password } : { password })}
				submit="Sign in"
				done=""
				isStored
				refreshes={SESSION_PATH}
				send={(body) => send("POST", SESSION_PATH, body)}
			>
				{!session.asks_mail && <UserName />}
			</Form>
			{session.provider !== null && (
				<>
					{session.provider.lacks_role && (
						<p className="form-problem">
							You have signed in with the identity provider, but none of your groups has a role
							here.
						</p>
					)}
					<p className="buttons">
						<a className="button button-quiet" href={session.provider.sign_in_url}>
							Sign in with the identity provider
						</a>
					</p>
				</>
			)}
			<p className="hint">
				The service printed the password of the first admin when it first started. To set another,
				use <code>ANALYTICS_PASSWORD</code>.
			</p>
		</Entry>
	);
}

/** A form for people who are not signed in, whose first field has the focus. */
export function Entry(props: {
	readonly title: string;
	readonly children: ReactNode;
}): ReactElement {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		document.title = `${props.title} – Loggia analytics`;
		place.current?.querySelector("input")?.focus();
	}, [props.title]);
	return (
		<main className="sign-in">
			<div className="sign-in-form" ref={place}>
				<span className="brand-mark" aria-hidden="true" />
				<h1>Loggia analytics</h1>
				{props.children}
			</div>
		</main>
	);
}

/** Hidden user name, because password managers need a name for each password. */
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
