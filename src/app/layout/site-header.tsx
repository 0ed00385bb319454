import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import type { FrameLook } from "../../shared/page/site-look.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { Icon } from "../components/icon.tsx";
import { useRuntimeConfig } from "../runtime-config.ts";
import { useLook } from "../use-look.ts";
import { useWords } from "../use-words.ts";
import { HeaderLinks } from "./header-links.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";

export interface SiteHeaderProps {
	readonly navigation: PageNavigation;
	/** Absent on errors. */
	readonly page: Pick<PageData, "path" | "colorMode"> | undefined;
}

/**
 * The site's name, the navigation, and the tools of every page.
 *
 * The menu's disclosure is empty: when it is open, the styles show the element after it. So one
 * navigation serves all widths without JavaScript.
 */
export function SiteHeader({ navigation, page }: SiteHeaderProps): ReactElement {
	const word = useWords();
	return (
		<header className="site-header">
			<div id="site-brand">
				<Banner />
				<Brand home={navigation.home} />
			</div>
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={page?.path} />
				<div id="site-links">
					<HeaderLinks />
				</div>
				<Sidebar items={navigation.sidebar} path={page?.path} />
			</div>
			<div className="site-tools">
				<div id="site-aids">
					<SearchBox home={navigation.home} />
					<SocialLinks />
				</div>
				<ColorModeControl isForced={page?.colorMode !== undefined} />
			</div>
		</header>
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

interface BrandProps {
	/** The root of the page's language and version; absent: the site's root. */
	readonly home: string | undefined;
}

/** The logo, the name or both, as a link to the home page. */
function Brand({ home = "/" }: BrandProps): ReactElement {
	const { basePath, name } = useRuntimeConfig();
	const { logo } = useLook();
	return (
		<a className="site-name" href={urlPath(basePath, home)}>
			{logo !== undefined && <Logo {...logo} name={name} />}
			{logo?.withName !== false && <span>{name}</span>}
		</a>
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
