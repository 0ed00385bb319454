import { type ReactElement, useState } from "react";
import * as z from "zod";
import type { ListedProject } from "../../../api-types/projects.ts";
import { pathOf, projectPath, send } from "../../api/request.ts";
import { PROJECTS } from "../../api/use-answer.ts";
import { CopyButton } from "../../components/code.tsx";
import { Modal } from "../../components/dialogs/modal.tsx";
import { Form } from "../../components/form.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { Tool } from "../../components/tool.tsx";

const name = z.string().max(100);
const newProject = z.object({
	name: name.meta({ title: "Name of the new project", placeholder: "Shop" }),
});

/** Creates, renames and deletes projects, whose events are counted separately. */
export function ProjectSettings(): ReactElement {
	const [renamed, setRenamed] = useState<ListedProject>();
	return (
		<>
			<p>
				Each additional site is a project with its own key, figures, flags and limits. Its client
				sends events to this address with that key.
			</p>
			<RecordList<ListedProject>
				title="Projects"
				path={PROJECTS}
				empty="Create one below."
				nameOf={(project) => project.name}
				columns={[
					{ label: "Name", cell: (project) => <ProjectName project={project} /> },
					{
						label: "Project key",
						cell: (project) => (
							<span className="cell-line">
								<code>{project.key}</code>
								<CopyButton text={project.key} what={`Key of ${project.name}`} />
							</span>
						),
					},
				]}
				tools={(project) => (
					<Tool onClick={() => setRenamed(project)} of={project.name}>
						Rename
					</Tool>
				)}
				removal={{
					warning:
						"All its data is deleted permanently: events, totals, people, flags, keys and share links. Requests of its clients are then refused.",
					isTyped: true,
					query: ({ name }) => new URLSearchParams({ name }),
					// The first project cannot be deleted.
					stays: ({ path }) => (path === "" ? <span /> : undefined),
					onDone: ({ path }) => {
						if (path === projectPath()) location.assign("/dashboard/settings");
					},
				}}
			/>
			<Form
				schema={newProject}
				submit="Create project"
				done="Created"
				refreshes={PROJECTS}
				send={(body) => send<ListedProject>("POST", PROJECTS, body)}
			/>
			{renamed !== undefined && (
				<Modal title={`Rename ${renamed.name}`} onClose={() => setRenamed(undefined)}>
					<Form
						schema={z.object({ name: name.default(renamed.name).meta({ title: "Name" }) })}
						submit="Rename"
						refreshes={PROJECTS}
						send={(body) => send("PATCH", pathOf`/api/v1/projects/${renamed.id}`, body)}
						onDone={() => setRenamed(undefined)}
						onCancel={() => setRenamed(undefined)}
					/>
				</Modal>
			)}
		</>
	);
}

function ProjectName({ project }: { readonly project: ListedProject }): ReactElement {
	if (project.path !== projectPath()) {
		return <a href={`${project.path}/dashboard/`}>{project.name}</a>;
	}
	return (
		<>
			{project.name} <span className="hint">shown now</span>
		</>
	);
}
