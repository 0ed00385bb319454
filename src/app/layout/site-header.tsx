import type { ReactElement } from "react";
import type { Edition } from "../../shared/page/page-parts.ts";
import type { FrameLook, HeaderLink } from "../../shared/page/site-look.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { Icon } from "../components/icon.tsx";
import { EditionLink } from "../components/page/editions.tsx";
import { PathLink } from "../components/path-link.tsx";
import { useLook, useRuntimeConfig, useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { LookAnchor } from "./look-anchor.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";

/**
 * The site's name, the navigation, and the tools of every page.
 *
 * The menu's disclosure is empty: when it is open, the styles show the element after it. So one
 * navigation serves all widths without JavaScript.
 */
export function SiteHeader(): ReactElement {
	const word = useWords();
	const page = useShownPage();
	return (
		<header className="site-header">
			<div id="site-brand">
				<Banner />
				<Brand />
			</div>
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections />
				<div id="site-links">
					<HeaderLinks />
				</div>
				<EditionMenus />
				<Sidebar />
			</div>
			<div className="site-tools">
				<div id="site-aids">
					<SearchBox />
					<SocialLinks />
				</div>
				<SessionLink />
				<ColorModeControl isForced={page?.colorMode !== undefined} />
			</div>
		</header>
	);
}

/** Link to sign in or out; the server responds with another document. */
function SessionLink(): ReactElement | undefined {
	const { session } = useView().navigation;
	const { basePath } = useRuntimeConfig();
	if (session === undefined) return undefined;
	return (
		<a className="session" href={urlPath(basePath, session.path)} data-file="">
			{session.title}
		</a>
	);
}

/** The operator's announcement above every page. */
function Banner(): ReactElement | undefined {
	const { banner } = useLook();
	const word = useWords();
	if (banner === undefined) return undefined;
	const { text, url } = banner;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a section gets its role by its name only in some screen readers.
		<div className="banner" role="region" aria-label={word("Announcement")}>
			<p>{url === undefined ? text : <a href={url}>{text}</a>}</p>
		</div>
	);
}

/** The logo, the name or both, as a link to the home page. */
function Brand(): ReactElement {
	const { home = "/" } = useView().navigation;
	const { name } = useRuntimeConfig();
	const { logo } = useLook();
	return (
		<PathLink className="site-name" path={home}>
			{logo !== undefined && <Logo {...logo} name={name} />}
			{logo?.withName !== false && <span>{name}</span>}
		</PathLink>
	);
}

type LogoProps = NonNullable<FrameLook["logo"]> & { readonly name: string };

function Logo({ light, dark, withName, name }: LogoProps): ReactElement {
	const alt = withName ? "" : name;
	if (light === dark) return <img className="logo" src={light} alt={alt} />;
	return (
		<>
			<img className="logo logo-light" src={light} alt={alt} />
			<img className="logo logo-dark" src={dark} alt={alt} />
		</>
	);
}

/** Links to profiles and repositories: the icon if the site names one, otherwise the label. */
function SocialLinks(): ReactElement | undefined {
	const { social } = useRuntimeConfig();
	if (social.length === 0) return undefined;
	return (
		<ul className="social-links">
			{social.map(({ label, url, icon }) => (
				<li key={url}>
					<a href={url} rel="noreferrer me">
						{icon === undefined ? label : <Icon name={icon} label={label} />}
					</a>
				</li>
			))}
		</ul>
	);
}

/** Menus with the same page in other languages and versions. */
function EditionMenus(): ReactElement | undefined {
	const editions = useShownPage()?.editions;
	const word = useWords();
	if (editions === undefined) return undefined;
	return (
		<>
			<EditionMenu name={word("Language")} editions={editions.languages} />
			<EditionMenu name={word("Version")} editions={editions.versions} />
		</>
	);
}

interface EditionMenuProps {
	readonly name: string;
	readonly editions: readonly Edition[];
}

function EditionMenu({ name, editions }: EditionMenuProps): ReactElement | undefined {
	if (editions.length < 2) return undefined;
	const current = editions.find(({ isCurrent }) => isCurrent);
	return (
		<nav className="sections editions" aria-label={name}>
			<details>
				<summary>{current?.label ?? name}</summary>
				<ul className="more-list">
					{editions.map((edition) => (
						<li key={edition.path}>
							<EditionLink {...edition} />
						</li>
					))}
				</ul>
			</details>
		</nav>
	);
}

/** The operator's links beside the sections. */
function HeaderLinks(): ReactElement | undefined {
	const { headerLinks } = useLook();
	const word = useWords();
	if (headerLinks.length === 0) return undefined;
	return (
		<nav className="sections" aria-label={word("Links")}>
			<ul className="section-list">{headerLinks.map(renderEntry)}</ul>
		</nav>
	);
}

function renderEntry(entry: HeaderLink): ReactElement {
	if (!("links" in entry)) {
		return (
			<li key={entry.label}>
				<LookAnchor {...entry} />
			</li>
		);
	}
	return (
		<li key={entry.label}>
			<details className="more">
				<summary>{entry.label}</summary>
			</details>
			<ul className="more-list">{entry.links.map(renderEntry)}</ul>
		</li>
	);
}
