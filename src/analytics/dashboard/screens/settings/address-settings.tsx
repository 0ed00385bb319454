import { type FormEvent, type ReactElement, useId } from "react";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { Chips } from "../../components/chips.tsx";
import { Outcome } from "./outcome.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

/** Addresses whose events are dropped: those of the people who work on the site, most likely. */
export function AddressSettings({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { ignored_addresses: ignored, own_address: own } = settings;
	const id = useId();
	const change = useChangeSettings();
	const isOwnIgnored = ignored.includes(own);
	const without = (address: string) => ignored.filter((other) => other !== address);
	const save = (addresses: readonly string[], onSuccess?: () => void): void =>
		change.mutate({ ignored_addresses: addresses }, onSuccess && { onSuccess });
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const address = String(new FormData(form).get("address")).trim();
		if (address === "" || ignored.includes(address)) return;
		save([...ignored, address], () => form.reset());
	};
	return (
		<>
			<p>
				Your current address is <code>{own}</code>; its visits{" "}
				{isOwnIgnored ? <strong>are not counted</strong> : "are counted"}.{" "}
				<button
					type="button"
					className="tool"
					onClick={() => save(isOwnIgnored ? without(own) : [...ignored, own])}
				>
					{isOwnIgnored ? "Count my visits" : "Ignore my visits"}
				</button>
			</p>
			<Chips
				label="Ignored addresses"
				chips={ignored.map((address) => ({
					key: address,
					content: <span className="chip-text">{address}</span>,
					removeLabel: `Remove ${address}`,
					onRemove: () => save(without(address)),
				}))}
			/>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={id}>Address or network to ignore</label>
				<input id={id} name="address" required placeholder="203.0.113.0/24" autoComplete="off" />
				<button type="submit" className="button" disabled={change.isPending}>
					Add
				</button>
				<Outcome mutation={change} done="Saved" />
			</form>
		</>
	);
}
