import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import {
	NavLink,
	Outlet,
	ScrollRestoration,
	useLocation,
	useNavigation,
	useSearchParams,
} from "react-router";
import {
	COLOR_MODE_PREFERENCES,
	type ColorModePreference,
} from "../../../shared/theme/color-mode.ts";
import type { Role } from "../../api-types/session.ts";
import { projectPath, send } from "../api/request.ts";
import { endSession, SESSION_PATH, useProjects, useSession } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { RoleContext } from "../api/use-role.ts";
import { choosePreference, readPreference, subscribeToColorMode } from "../color-mode.ts";
import { Icon } from "../components/icon.tsx";
import { Failure } from "../components/state-notices.tsx";
import { Tool } from "../components/tool.tsx";
import { SignIn } from "../screens/sign-in.tsx";
import { questionOf } from "../state/question.ts";
import { LongReading } from "./long-reading.tsx";
import { SCREENS } from "./screen-list.ts";
import { Shortcuts } from "./shortcuts.tsx";

/** Header and navigation around every screen. Shows the sign-in to other visitors. */
export function Frame(): ReactElement {
	const session = useSession();
	const paths = session.data?.signed_in === true ? session.data.project_paths : [];
	// Redirects a user without access to this project to their first project.
	const other = paths.includes(projectPath()) ? undefined : paths[0];
	useEffect(() => {
		if (other !== undefined) location.replace(`${other}/dashboard/`);
	}, [other]);
	if (session.error !== null && session.data === undefined) {
		return (
			<main className="sign-in">
				<Failure what="the dashboard" query={session} />
			</main>
		);
	}
	if (session.data?.signed_in === false) return <SignIn session={session.data} />;
	return <SignedIn role={other === undefined ? session.data?.role : undefined} />;
}

/** Shows an empty frame until the role is known. */
function SignedIn({ role }: { readonly role: Role | undefined }): ReactElement {
	const isKnown = role !== undefined;
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
					<RoleContext value={role}>
						<Outlet />
						<LongReading />
					</RoleContext>
				)}
			</main>
			<div className="visually-hidden" role="status">
				{announcement}
			</div>
			<ScrollRestoration />
		</div>
	);
}

/** Three radio buttons that look like a switch. */
function ColorModeControl(): ReactElement {
	const chosen = useSyncExternalStore(subscribeToColorMode, readPreference);
	const group = useId();
	return (
		<fieldset className="color-mode">
			<legend className="visually-hidden">Color mode</legend>
			{COLOR_MODE_PREFERENCES.map((mode) => (
				<label key={mode} title={COLOR_MODES[mode]}>
					<input
						className="visually-hidden"
						type="radio"
						name={group}
						checked={mode === chosen}
						onChange={() => choosePreference(mode)}
					/>
					<Icon name={mode} />
					<span className="visually-hidden">{COLOR_MODES[mode]}</span>
				</label>
			))}
		</fieldset>
	);
}

const COLOR_MODES: Readonly<Record<ColorModePreference, string>> = {
	light: "Light",
	dark: "Dark",
	system: "System",
};

function SignOut(): ReactElement | null {
	const client = useQueryClient();
	const { mutate, isPending } = useChange(() => send("DELETE", SESSION_PATH), {
		// The next user of this browser must not see earlier data.
		onDone: () => {
			endSession(client);
			client.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes("session") });
		},
	});
	const { data: session } = useSession();
	const isOfProvider = session?.signed_in === true && session.password_from === "provider";
	const url = isOfProvider ? session.provider?.sign_out_url : undefined;
	// A proxy has its own sign-out.
	if (isOfProvider && url == null) return null;
	return (
		<Tool
			look="icon"
			disabled={isPending}
			title={session?.signed_in === true ? `Sign out ${session.name}` : "Sign out"}
			onClick={() => (url == null ? mutate() : location.assign(url))}
			icon="leave"
		/>
	);
}

/** Opens the same screen of another project; hidden if there is only one project. */
function ProjectChoice(): ReactElement | null {
	const projects = useProjects();
	const { pathname } = useLocation();
	if (projects.length < 2) return null;
	// Ids in the path of a detail screen do not exist in another project.
	const screen = SCREENS.find(({ path }) => path === pathname)?.path ?? "/";
	return (
		<select
			className="project-choice"
			aria-label="Project"
			value={projectPath()}
			onChange={({ target }) => location.assign(`${target.value}/dashboard${screen}`)}
		>
			{projects.map(({ id, name, path }) => (
				<option key={id} value={path}>
					{name}
				</option>
			))}
		</select>
	);
}

/**
 * Moves the focus to the heading after a navigation, as a page load does. A change of the range
 * or the filters on the same screen does not move the focus.
 *
 * @returns Text for a live region.
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
 * Scrolls the row of screens on a phone. Does not use `scrollIntoView()`: after it, the Tab key
 * starts at that link and omits the link that skips to the content.
 */
function showCurrentScreen(): void {
	const row = document.querySelector(".screens");
	const current = row?.querySelector('[aria-current="page"]');
	if (!row || !current) return;
	const [place, room] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
	row.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
}
