import type { ReactElement } from "react";
import type { FrameLook } from "../../shared/page/site-look.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";
import { useLook } from "../use-look.ts";

export interface BrandProps {
	/** The root of the page's language and version; absent: the site's root. */
	readonly home: string | undefined;
}

/** The logo, the name or both, as a link to the home page. */
export function Brand({ home = "/" }: BrandProps): ReactElement {
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
