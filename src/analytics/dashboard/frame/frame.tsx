import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import {
	NavLink,
	Outlet,
	ScrollRestoration,
	useLocation,
	useNavigation,
	useSearchParams,
} from "react-router";
import { projectPath, request } from "../api/request.ts";
import { answerKey, IsSignedIn, SESSION_PATH, useProjects, useSession } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Icon } from "../components/icon.tsx";
import { Failure } from "../components/state-notices.tsx";
import { Tool } from "../components/tool.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { questionOf } from "../state/question.ts";
import { ColorModeControl } from "./color-mode-control.tsx";
import { SCREENS } from "./screen-list.ts";
import { Shortcuts } from "./shortcuts.tsx";

/** Header and navigation around every screen. Shows the sign-in to other visitors. */
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

function SignOut(): ReactElement {
	const client = useQueryClient();
	const { mutate, isPending } = useChange(() => request(SESSION_PATH, { method: "DELETE" }), {
		// The next person at this screen must find nothing of what was shown.
		onDone: () => {
			client.setQueryData(answerKey(SESSION_PATH), { signed_in: false });
			client.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes("session") });
		},
	});
	return (
		<Tool look="icon" disabled={isPending} title="Sign out" onClick={() => mutate()} icon="leave" />
	);
}

/** Goes to the same screen of another project; not there while there is one project alone. */
function ProjectChoice(): ReactElement | null {
	const { data } = useProjects();
	const { pathname } = useLocation();
	if (data === undefined || data.results.length < 2) return null;
	// What a detail of one project is called, another does not know.
	const screen = SCREENS.find(({ path }) => path === pathname)?.path ?? "/";
	return (
		<select
			className="project-choice"
			aria-label="Project"
			value={projectPath()}
			onChange={({ target }) => location.assign(`${target.value}/dashboard${screen}`)}
		>
			{data.results.map(({ id, name, path }) => (
				<option key={id} value={path}>
					{name}
				</option>
			))}
		</select>
	);
}

/**
 * Moves the focus to the heading of a screen that was gone to, as a page load would.
 * Another range or filter on the same screen leaves it where it is.
 *
 * @returns What a live region should say.
 */
function useScreenFocus(): string {
	const { pathname } = useLocation();
	const shown = useRef(pathname);
	const [announcement, setAnnouncement] = useState("");
	useEffect(() => {
		showCurrentScreen();
		if (shown.current === pathname) return;
		shown.current = pathname;
		document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
		setAnnouncement(document.title);
	}, [pathname]);
	return announcement;
}

/**
 * On a phone the screens are a row that scrolls. Not by `scrollIntoView()`: from there on the
 * Tab key would start at that link, and leave out the one that skips to the content.
 */
function showCurrentScreen(): void {
	const row = document.querySelector(".screens");
	const current = row?.querySelector('[aria-current="page"]');
	if (!row || !current) return;
	const [place, room] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
	row.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
}
