import type { ReactElement } from "react";
import type { ListedChange } from "../../../wire/dashboard/settings.ts";
import { useProjects } from "../../api/use-answer.ts";
import { Paged } from "../../components/paged.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { RowTable, timeColumn } from "../../components/tables/table.tsx";
import { visibleText } from "../../format/visible-text.ts";

/** Who changed what in the last 400 days. */
export function ChangeList(): ReactElement {
	const projects = useProjects().data?.results ?? [];
	return (
		<Paged<ListedChange>
			what="the changes"
			path="/api/v1/changes"
			empty={<Empty title="No changes yet">Changes of the last 400 days are listed here.</Empty>}
		>
			{(changes) => (
				<RowTable
					caption="Changes, the newest first"
					className="table-stacked"
					columns={[
						timeColumn("When", ({ at }: ListedChange) => at),
						{ label: "Who", cell: ({ who }) => visibleText(who) },
						{ label: "What", cell: ({ what }) => what },
						{ label: "Of", cell: ({ target }) => visibleText(target) },
						{
							label: "Project",
							cell: ({ project }) => projects.find(({ id }) => id === project)?.name ?? project,
						},
					]}
					rows={changes}
					keyOf={({ id }) => id}
				/>
			)}
		</Paged>
	);
}
