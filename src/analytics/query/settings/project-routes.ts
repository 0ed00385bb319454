import { type ApiRoute, defineRoute, MANAGEMENT } from "../../api/define-route.ts";
import { refused } from "../../api/refused.ts";
import { listOf } from "../../api-types/answer-of.ts";
import {
	FIRST_PROJECT,
	listedProject,
	MAX_PROJECTS,
	projectDeletion,
	projectName,
} from "../../api-types/projects.ts";
import { mayUse } from "../../auth/callers.ts";
import type { Projects } from "../../projects/projects.ts";

/** Routes for projects, each a separately counted site. Admins create, rename and delete them. */
export function projectRoutes(projects: Projects): readonly ApiRoute[] {
	const list = defineRoute("viewer", "GET /api/v1/projects", {
		summary: "Projects, each with its key and the path of its API",
		scope: "own-account",
		answer: {
			description: "The first is the project of POSTHOG_KEY",
			schema: listOf(listedProject),
		},
		handle: async ({ request: { caller } }) => ({
			results: projects.list().filter(({ id }) => caller !== undefined && mayUse(caller, id)),
		}),
	});
	const create = defineRoute("admin", "POST /api/v1/projects", {
		summary: "Create a project with its own key and file",
		...MANAGEMENT,
		json: projectName,
		status: 201,
		answer: { description: "The project", schema: listedProject },
		refusals: { 409: "The maximum number of projects is reached" },
		handle: async ({ body }) => {
			const project = await projects.create(body.name);
			if (project === undefined) {
				return refused(409, `There can be at most ${MAX_PROJECTS} projects: delete one first`);
			}
			return project;
		},
	});
	const rename = defineRoute("admin", "PATCH /api/v1/projects/{id}", {
		summary: "Rename a project",
		...MANAGEMENT,
		json: projectName,
		answer: { description: "The project", schema: listedProject },
		handle: async ({ id, body }) => projects.rename(id, body.name),
	});
	const remove = defineRoute("admin", "DELETE /api/v1/projects/{id}", {
		summary: "Delete a project with all its data; requires its name",
		...MANAGEMENT,
		query: projectDeletion,
		answer: "The project is deleted",
		refusals: { 409: "It is the first project, or has another name" },
		handle: async ({ id, query }) => {
			const project = projects.list().find((listed) => listed.id === id);
			if (project === undefined) return undefined;
			if (id === FIRST_PROJECT) {
				return refused(409, "The first project, which POSTHOG_KEY sets, cannot be deleted");
			}
			if (project.name !== query.name) {
				return refused(409, `name must be the name of the project: "${project.name}"`);
			}
			await projects.delete(id);
			return true;
		},
	});
	return [list, create, rename, remove];
}
