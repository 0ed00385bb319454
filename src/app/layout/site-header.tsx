import type { ReactElement } from "react";
import type { FrameLook } from "../../shared/page/site-look.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { Icon } from "../components/icon.tsx";
import { PathLink } from "../components/path-link.tsx";
import { useLook, useRuntimeConfig, useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { EditionMenus } from "./edition-menus.tsx";
import { HeaderLinks } from "./header-links.tsx";
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

/** Signs in or out; the server answers with another document. */
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

/** Profiles and repositories elsewhere: an icon where the site names one, else the label. */
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
