import { type FormEvent, type ReactElement, useState } from "react";
import type { ListedProject } from "../../../wire/dashboard/projects.ts";
import { projectPath } from "../../api/project-path.ts";
import { pathOf, request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { PROJECTS, useProjects } from "../../api/use-projects.ts";
import { Answered } from "../../components/answered.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Field } from "../../components/field.tsx";
import { Modal } from "../../components/modal.tsx";
import { FormProblem } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { TypedConfirmation } from "../../components/typed-confirmation.tsx";
import { Outcome } from "./outcome.tsx";

/** Sites that are counted apart: made, named, deleted. */
export function ProjectSettings(): ReactElement {
	const create = useChange(
		(name: string) => request<ListedProject>(PROJECTS, { method: "POST", body: { name } }),
		{ refreshes: PROJECTS },
	);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const name = nameOf(form);
		if (name !== "") create.mutate(name, { onSuccess: () => form.reset() });
	};
	return (
		<>
			<p>
				Each further site is a project: a project key, figures, flags, limits and API keys of its
				own, under the same password. Its client sends to this address with its own key.
			</p>
			<Answered what="the projects" query={useProjects()}>
				{({ results }) => <ProjectTable projects={results} />}
			</Answered>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor="project-name">Name of the new project</label>
				<input
					id="project-name"
					name="name"
					required
					maxLength={100}
					autoComplete="off"
					placeholder="Shop"
				/>
				<button type="submit" className="button" disabled={create.isPending}>
					Create project
				</button>
				<Outcome mutation={create} done="Created" />
			</form>
		</>
	);
}

const COLUMNS = ["Name", "Project key", "Change"].map((label) => ({
	label,
	...(label === "Change" ? { head: <span className="visually-hidden">{label}</span> } : {}),
}));

type Dialog = (props: DialogProps) => ReactElement;

interface DialogProps {
	readonly project: ListedProject;
	readonly onClose: () => void;
}

function ProjectTable({ projects }: { readonly projects: readonly ListedProject[] }): ReactElement {
	const [open, setOpen] = useState<{ Dialog: Dialog; project: ListedProject }>();
	return (
		<>
			<Table caption="Projects" columns={COLUMNS} className="table-stacked">
				<tbody>
					{projects.map((project) => (
						<tr key={project.id}>
							<th scope="row">
								{project.path === projectPath() ? (
									<>
										{project.name} <span className="hint">shown now</span>
									</>
								) : (
									<a href={`${project.path}/dashboard/`}>{project.name}</a>
								)}
							</th>
							<td data-label="Project key">
								<span className="cell-line">
									<code>{project.key}</code>
									<CopyButton text={project.key} what={`Key of ${project.name}`} />
								</span>
							</td>
							<td>
								<span className="cell-line">
									<button
										type="button"
										className="tool"
										onClick={() => setOpen({ Dialog: RenameProject, project })}
									>
										Rename<span className="visually-hidden"> {project.name}</span>
									</button>
									{project.path !== "" && (
										<button
											type="button"
											className="tool tool-danger"
											onClick={() => setOpen({ Dialog: DeleteProject, project })}
										>
											Delete<span className="visually-hidden"> {project.name}</span>
										</button>
									)}
								</span>
							</td>
						</tr>
					))}
				</tbody>
			</Table>
			{open !== undefined && (
				<open.Dialog project={open.project} onClose={() => setOpen(undefined)} />
			)}
		</>
	);
}

function RenameProject({ project: { id, name }, onClose }: DialogProps): ReactElement {
	const change = useChange(
		(body: { readonly name: string }) =>
			request(pathOf`/api/v1/projects/${id}`, { method: "PATCH", body }),
		{ refreshes: PROJECTS, onDone: onClose },
	);
	return (
		<Modal title={`Rename ${name}`} onClose={onClose}>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate({ name: nameOf(event.currentTarget) });
				}}
			>
				<Field label="Name">
					{(control) => (
						<input
							{...control}
							name="name"
							required
							maxLength={100}
							autoComplete="off"
							defaultValue={name}
						/>
					)}
				</Field>
				<FormProblem error={change.error} />
				<div className="buttons">
					<button type="submit" className="button" disabled={change.isPending}>
						Rename
					</button>
					<button type="button" className="button button-quiet" onClick={onClose}>
						Cancel
					</button>
				</div>
			</form>
		</Modal>
	);
}

/** The name is typed before: all of it is gone for good. */
function DeleteProject({ project: { id, name, path }, onClose }: DialogProps): ReactElement {
	const change = useChange(
		() =>
			request(`${pathOf`/api/v1/projects/${id}`}?${new URLSearchParams({ name })}`, {
				method: "DELETE",
			}),
		{
			refreshes: PROJECTS,
			onDone: () => {
				if (path === projectPath()) location.assign("/dashboard/settings");
				onClose();
			},
		},
	);
	return (
		<Modal title={`Delete ${name}?`} onClose={onClose}>
			<TypedConfirmation
				word={name}
				isTyped={(typed) => typed === name}
				verb="Delete"
				{...{ change, onClose }}
			>
				<p>
					All that is stored of it is deleted permanently: events, totals, people, flags, keys and
					share links. Its clients are refused from then on.
				</p>
			</TypedConfirmation>
		</Modal>
	);
}

function nameOf(form: HTMLFormElement): string {
	return String(new FormData(form).get("name")).trim();
}
