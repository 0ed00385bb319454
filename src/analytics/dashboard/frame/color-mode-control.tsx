import { type ReactElement, useId, useSyncExternalStore } from "react";
import {
	COLOR_MODE_PREFERENCES,
	type ColorModePreference,
} from "../../../shared/appearance/color-mode.ts";
import { choosePreference, readPreference, subscribeToColorMode } from "../color-mode.ts";
import { Icon } from "../components/icon.tsx";

/** Three radio buttons, drawn as one switch. */
export function ColorModeControl(): ReactElement {
	const chosen = useSyncExternalStore(subscribeToColorMode, readPreference);
	const group = useId();
	return (
		<fieldset className="color-mode">
			<legend className="visually-hidden">Color mode</legend>
			{COLOR_MODE_PREFERENCES.map((mode) => (
				<label key={mode} title={LABELS[mode]}>
					<input
						className="visually-hidden"
						type="radio"
						name={group}
						checked={mode === chosen}
						onChange={() => choosePreference(mode)}
					/>
					<Icon name={mode} />
					<span className="visually-hidden">{LABELS[mode]}</span>
				</label>
			))}
		</fieldset>
	);
}

const LABELS: Readonly<Record<ColorModePreference, string>> = {
	light: "Light",
	dark: "Dark",
	system: "System",
};
