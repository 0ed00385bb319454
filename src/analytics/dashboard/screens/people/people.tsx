import { type ReactElement, useDeferredValue } from "react";
import { Link } from "react-router";
import type { DashboardPerson } from "../../../api-types/persons.ts";
import { pathOf } from "../../api/request.ts";
import { Card } from "../../components/card.tsx";
import { Paged } from "../../components/paged.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { RowTable, timeColumn } from "../../components/tables/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useParameter, useSearchText } from "../../state/use-address.ts";
import { nameOf } from "./name-of.ts";

/** Stored persons, newest first. */
export function People(): ReactElement {
	const search = useSearchText();
	const [who, setWho] = useParameter("who", "identified");
	const asked = useDeferredValue(search[0]);
	const isAll = who === "all";
	const parameters = new URLSearchParams([
		...(asked === "" ? [] : [["search", asked]]),
		...(isAll ? [] : [["identified", "true"]]),
	]);
	return (
		<>
			<ScreenHeader title="People" lead="Visitors that your site has identified">
				<SearchField label="Search people" placeholder="ID or property" search={search} />
				<Tabs
					label="People to list"
					tabs={[
						{ name: "identified", label: "Identified" },
						{ name: "all", label: "All" },
					]}
					chosen={isAll ? "all" : "identified"}
					onChoose={setWho}
				/>
			</ScreenHeader>
			<Card title="People">
				<Paged<DashboardPerson>
					what="the people"
					path="/api/v1/persons"
					parameters={parameters}
					empty={
						asked === "" ? (
							<Empty title="No people identified yet">
								Call <code>posthog.identify("user-id")</code> on your site after a visitor signs in.
							</Empty>
						) : (
							<Empty title="No people match your search">
								Search for a part of an ID or of a property’s value.
							</Empty>
						)
					}
				>
					{(persons) => (
						<RowTable
							caption="People, the newest first"
							rows={persons}
							columns={[
								{
									label: "Person",
									cell: (person) => <Link to={pathOf`/people/${person.id}`}>{nameOf(person)}</Link>,
								},
								{
									label: "Properties",
									className: "clipped",
									cell: ({ properties }) => Object.keys(properties).join(", "),
								},
								{ label: "IDs", isNumber: true, cell: ({ distinct_ids }) => distinct_ids.length },
								timeColumn("First seen", ({ created_at }: DashboardPerson) => created_at),
							]}
						/>
					)}
				</Paged>
			</Card>
		</>
	);
}
