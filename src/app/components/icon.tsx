import {
	createContext,
	type ReactElement,
	useContext,
	useEffect,
	useSyncExternalStore,
} from "react";

/** Source of icons: all icons at once on the server, on demand in the browser. */
export interface IconSource {
	/** @returns The markup of an SVG, or `undefined` until it is loaded. */
	readonly markup: (name: string) => string | undefined;
	/** Loads an icon, then calls the listeners. */
	readonly request: (name: string) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Default on the server and in the browser. */
export const NO_ICONS: IconSource = {
	markup: () => undefined,
	request: () => undefined,
	subscribe: () => () => undefined,
};

export const IconContext = createContext(NO_ICONS);

export interface IconProps {
	/** Collection and name, such as `lucide:menu`. */
	readonly name: string;
	/** The text alternative; absent: the icon is decoration. */
	readonly label?: string;
}

/**
 * An icon of a collection. The server renders the SVG; the browser reserves its space until the
 * SVG is loaded, so that nothing shifts.
 */
export function Icon({ name, label }: IconProps): ReactElement {
	const { markup, request, subscribe } = useContext(IconContext);
	const read = (): string => markup(name) ?? "";
	const svg = useSyncExternalStore(subscribe, read, read);
	useEffect(() => {
		if (svg === "") request(name);
	}, [svg, name, request]);
	const meaning =
		label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
	return (
		<span
			className="icon"
			data-icon={name}
			{...meaning}
			// biome-ignore lint/security/noDangerouslySetInnerHtml: drawings come from collections that the server has checked, or from Iconify's client, as data.
			dangerouslySetInnerHTML={{ __html: svg }}
		/>
	);
}

/** A decorative SVG that the server has created. */
export function Drawing({ svg }: { readonly svg: string }): ReactElement {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from a collection that it has checked.
	return <span className="icon" aria-hidden dangerouslySetInnerHTML={{ __html: svg }} />;
}
