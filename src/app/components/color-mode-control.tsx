import { createContext, type ReactElement, useContext, useId, useSyncExternalStore } from "react";
import { COLOR_MODE_PREFERENCES, type ColorModePreference } from "../../shared/theme/color-mode.ts";
import { useWords } from "../runtime-config.ts";
import { Icon } from "./icon.tsx";

/** The visitor's choice; the browser's entry module provides it. */
export interface ColorModeChoice {
	readonly preference: () => ColorModePreference;
	readonly choose: (preference: ColorModePreference) => void;
	/** @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Default on the server, which does not know the visitor. */
const NOT_CHOSEN: ColorModeChoice = {
	preference: () => "system",
	choose: () => undefined,
	subscribe: () => () => undefined,
};

export const ColorModeContext = createContext(NOT_CHOSEN);

export interface ColorModeControlProps {
	/** Whether the page has its own color mode, so that a choice has no effect on it. */
	readonly isForced: boolean;
}

/**
 * Three radio buttons, drawn as one switch. The browser provides keyboard support and names.
 * Without JavaScript the styles hide them and reserve their space.
 */
export function ColorModeControl({ isForced }: ColorModeControlProps): ReactElement {
	const { preference, choose, subscribe } = useContext(ColorModeContext);
	const chosen = useSyncExternalStore(subscribe, preference, () => "system" as const);
	const group = useId();
	const reason = useId();
	const word = useWords();
	return (
		<fieldset className="color-mode" aria-describedby={isForced ? reason : undefined}>
			<legend className="visually-hidden">{word("Color mode")}</legend>
			{COLOR_MODE_PREFERENCES.map((mode) => (
				<label key={mode} className="color-mode-choice" title={word(CHOICES[mode].label)}>
					<input
						className="visually-hidden"
						type="radio"
						name={group}
						value={mode}
						checked={mode === chosen}
						onChange={() => choose(mode)}
					/>
					<Icon name={CHOICES[mode].icon} />
					<span className="visually-hidden">{word(CHOICES[mode].label)}</span>
				</label>
			))}
			{isForced && (
				<p id={reason} className="color-mode-reason">
					{word("This page has its own color mode. Your choice applies to other pages.")}
				</p>
			)}
		</fieldset>
	);
}

const CHOICES: Readonly<
	Record<ColorModePreference, { readonly label: string; readonly icon: string }>
> = {
	light: { label: "Light", icon: "lucide:sun" },
	dark: { label: "Dark", icon: "lucide:moon" },
	system: { label: "System", icon: "lucide:monitor" },
};
