import type { ReactElement } from "react";
import { NavLink, Outlet, ScrollRestoration, useNavigation, useSearchParams } from "react-router";
import { IsSignedIn } from "../api/is-signed-in.ts";
import { useSession } from "../api/use-answer.ts";
import { Icon } from "../components/icon.tsx";
import { Failure } from "../components/state-notices.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { questionOf } from "../state/question.ts";
import { ColorModeControl } from "./color-mode-control.tsx";
import { ProjectChoice } from "./project-choice.tsx";
import { SCREENS } from "./screen-list.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { SignOut } from "./sign-out.tsx";
import { useScreenFocus } from "./use-screen-focus.ts";

/** What stands around every screen; to those who are not signed in, the sign-in instead. */
export function Frame(): ReactElement {
	const session = useSession();
	if (session.error !== null && session.data === undefined) {
		return (
			<main className="sign-in">
				<Failure
					what="the dashboard"
					error={session.error}
					onRetry={() => void session.refetch()}
				/>
			</main>
		);
	}
	if (session.data?.signed_in === false) return <SignIn />;
	return <SignedIn isKnown={session.data !== undefined} />;
}

interface SignedInProps {
	/** Until the service has said so, there is a frame and nothing in it. */
	readonly isKnown: boolean;
}

function SignedIn({ isKnown }: SignedInProps): ReactElement {
	const [params] = useSearchParams();
	const announcement = useScreenFocus();
	const isPending = useNavigation().state !== "idle";
	const search = questionOf(params).toString();
	return (
		<div className="frame">
			<a className="skip-link" href="#main">
				Skip to content
			</a>
			<header className="sidebar">
				<p className="brand">
					<span className="brand-mark" aria-hidden="true" />
					Loggia <span>analytics</span>
				</p>
				{isKnown && <ProjectChoice />}
				<nav aria-label="Screens">
					<ul className="screens">
						{SCREENS.map(({ path, label, icon }) => (
							<li key={path}>
								<NavLink to={{ pathname: path, search }} end={path === "/"}>
									<Icon name={icon} />
									{label}
								</NavLink>
							</li>
						))}
					</ul>
				</nav>
				<div className="frame-tools">
					<ColorModeControl />
					<Shortcuts />
					<SignOut />
				</div>
			</header>
			<main id="main" className="main" tabIndex={-1} aria-busy={isPending || undefined}>
				{isPending && <div className="pending" aria-hidden="true" />}
				{isKnown && (
					<IsSignedIn value={true}>
						<Outlet />
					</IsSignedIn>
				)}
			</main>
			<div className="visually-hidden" role="status">
				{announcement}
			</div>
			<ScrollRestoration />
		</div>
	);
}
