import { type FormEvent, type ReactElement, useId } from "react";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { Icon } from "../../components/icon.tsx";
import { Outcome } from "./outcome.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

/** Addresses whose events are not taken: those of the people who work on the site, most likely. */
export function AddressSettings({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { ignored_addresses, own_address } = settings;
	const id = useId();
	const change = useChangeSettings();
	const save = (addresses: readonly string[]): void =>
		change.mutate({ ignored_addresses: addresses });
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const address = String(new FormData(form).get("address")).trim();
		if (address === "" || ignored_addresses.includes(address)) return;
		change.mutate(
			{ ignored_addresses: [...ignored_addresses, address] },
			{ onSuccess: () => form.reset() },
		);
	};
	const isOwnIgnored = ignored_addresses.includes(own_address);
	return (
		<>
			<p>
				Your visits come from <code>{own_address}</code> and{" "}
				{isOwnIgnored ? <strong>are not counted</strong> : "are counted like anybody’s"}.{" "}
				<button
					type="button"
					className="tool"
					onClick={() =>
						save(
							isOwnIgnored
								? ignored_addresses.filter((address) => address !== own_address)
								: [...ignored_addresses, own_address],
						)
					}
				>
					{isOwnIgnored ? "Count them" : "Do not count them"}
				</button>
			</p>
			{ignored_addresses.length > 0 && (
				<ul className="chips" aria-label="Ignored addresses">
					{ignored_addresses.map((address) => (
						<li key={address} className="chip">
							<span className="chip-text">{address}</span>
							<button
								type="button"
								className="chip-remove"
								aria-label={`Count ${address} again`}
								onClick={() => save(ignored_addresses.filter((other) => other !== address))}
							>
								<Icon name="close" />
							</button>
						</li>
					))}
				</ul>
			)}
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={id}>Address or network to ignore</label>
				<input id={id} name="address" required placeholder="203.0.113.0/24" autoComplete="off" />
				<button type="submit" className="button" disabled={change.isPending}>
					Ignore
				</button>
				<Outcome mutation={change} done="Saved" />
			</form>
		</>
	);
}
