import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import type { ListedDefinition } from "../../../api-types/flags.ts";
import { pathOf } from "../../api/request.ts";
import { useMay } from "../../api/use-role.ts";
import { Answered } from "../../components/answered.tsx";
import { Icon } from "../../components/icon.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { formatAgo } from "../../format/times.ts";
import { useSearchText } from "../../state/use-address.ts";
import { targetSentences } from "./condition-sentence.ts";
import { readDraft, useFlags } from "./flag-definition.ts";

/** All flags, each with its target group. */
export function Flags(): ReactElement {
	const flags = useFlags();
	const search = useSearchText();
	return (
		<>
			<ScreenHeader title="Flags" lead="Turn parts of your site on for chosen visitors">
				<SearchField label="Search flags" placeholder="Key or description" search={search} />
				{useMay("editor") && (
					<Link className="button" to="/new-flag">
						<Icon name="plus" />
						New flag
					</Link>
				)}
			</ScreenHeader>
			<section className="card" aria-label="Flags">
				<Answered what="the flags" query={flags}>
					{({ results }) => <FlagList flags={results} search={search[0]} />}
				</Answered>
			</section>
		</>
	);
}

interface FlagListProps {
	readonly flags: readonly ListedDefinition[];
	readonly search: string;
}

function FlagList({ flags, search }: FlagListProps): ReactElement {
	if (flags.length === 0) {
		return (
			<Empty title="No flags yet">
				<Link to="/new-flag">Create a flag</Link> to turn a part of your site on for some visitors
				first.
			</Empty>
		);
	}
	const text = search.trim().toLowerCase();
	const found = flags.filter(({ key, definition }) =>
		`${key} ${String(definition["name"] ?? "")}`.toLowerCase().includes(text),
	);
	if (found.length === 0) return <Empty title="No flags match your search" />;
	return (
		<ul className="flag-list">
			{found.map((flag) => (
				<FlagRow key={flag.key} flag={flag} />
			))}
		</ul>
	);
}

function FlagRow({ flag }: { readonly flag: ListedDefinition }): ReactElement {
	const { key, definition, updated_at } = flag;
	const draft = readDraft(definition);
	const { name, isActive, variants } = draft;
	const [now] = useState(Date.now);
	return (
		<li className="flag-row">
			<div className="flag-title">
				<Link to={pathOf`/flags/${key}`}>{key}</Link>
				<span className={isActive ? "badge badge-on" : "badge"}>{isActive ? "On" : "Off"}</span>
				{name !== "" && name !== key && <span className="flag-name">{name}</span>}
			</div>
			<ul className="sentences">
				{targetSentences(draft).map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
				{variants.length > 0 && (
					<li>
						Variants:{" "}
						{variants
							.map(({ key, rollout_percentage }) => `${key} (${rollout_percentage}%)`)
							.join(", ")}
					</li>
				)}
			</ul>
			<span className="hint">
				changed <time dateTime={updated_at}>{formatAgo(updated_at, now)}</time>
			</span>
		</li>
	);
}
