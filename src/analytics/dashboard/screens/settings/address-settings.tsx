import type { ReactElement } from "react";
import * as z from "zod";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { useChange } from "../../api/use-change.ts";
import { Chips } from "../../components/chips.tsx";
import { Form, Outcome } from "../../components/form.tsx";
import { Tool } from "../../components/tool.tsx";
import { changeSettings, SETTINGS_PATH } from "./change-settings.ts";

const newAddress = z.object({
	address: z.string().meta({
		title: "Address or network to ignore",
		placeholder: "203.0.113.0/24",
	}),
});

/** Addresses whose events are dropped, such as those of the people who work on the site. */
export function AddressSettings({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { ignored_addresses: ignored, own_address: own } = settings;
	const change = useChange(changeSettings, { refreshes: SETTINGS_PATH });
	const isOwnIgnored = ignored.includes(own);
	const including = (address: string) => ({
		ignored_addresses: [...new Set([...ignored, address])],
	});
	const without = (address: string) => ({
		ignored_addresses: ignored.filter((other) => other !== address),
	});
	return (
		<>
			<p>
				Your current address is <code>{own}</code>; its visits{" "}
				{isOwnIgnored ? <strong>are not counted</strong> : "are counted"}.{" "}
				<Tool onClick={() => change.mutate(isOwnIgnored ? without(own) : including(own))}>
					{isOwnIgnored ? "Count my visits" : "Ignore my visits"}
				</Tool>
				<Outcome mutation={change} done="Saved" />
			</p>
			<Chips
				label="Ignored addresses"
				chips={ignored.map((address) => ({
					key: address,
					content: <span className="chip-text">{address}</span>,
					removeLabel: `Remove ${address}`,
					onRemove: () => change.mutate(without(address)),
				}))}
			/>
			<Form
				schema={newAddress}
				submit="Add"
				refreshes={SETTINGS_PATH}
				send={({ address }) => changeSettings(including(address))}
			/>
		</>
	);
}
