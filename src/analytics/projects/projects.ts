import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { FIRST_PROJECT, type ListedProject, MAX_PROJECTS } from "../api-types/projects.ts";
import type { Settings } from "../store/settings/settings.ts";

/** Projects of several sites, each with its own key, file and limits. */
export type Projects = ReturnType<typeof openProjects<OpenedProject>>;

interface OpenedProject {
	/** Does not listen on a port: the first project's service forwards requests to it. */
	readonly service: FastifyInstance;
}

interface ProjectsOptions<Opened extends OpenedProject> {
	/** Settings of the first project. */
	readonly settings: Settings;
	/** The key of the first project. */
	readonly projectKey: string;
	/** Path of a project's file. */
	readonly storePathOf: (id: string) => string;
	readonly open: (project: {
		readonly projectId: string;
		readonly projectKey: string;
		readonly storePath: string;
	}) => Opened;
	readonly randomBytes: (size: number) => Uint8Array;
}

const entriesSchema = z.array(z.object({ id: z.string(), name: z.string(), key: z.string() }));

type Entry = z.output<typeof entriesSchema>[number];

const SETTING = "projects";

/** Opens every project at start: each sends alerts and deletes old events without requests. */
export function openProjects<Opened extends OpenedProject>(options: ProjectsOptions<Opened>) {
	const { settings, projectKey, storePathOf, randomBytes } = options;
	const services = new Map<string, Opened>();
	let entries = readEntries(settings, projectKey);
	const open = ({ id, key }: Entry): Opened => {
		const project = options.open({ projectId: id, projectKey: key, storePath: storePathOf(id) });
		services.set(id, project);
		return project;
	};
	const save = (changed: readonly Entry[]): void => {
		settings.set(SETTING, JSON.stringify(changed));
		entries = changed;
	};
	for (const entry of entries.slice(1)) open(entry);
	const text = (size: number) => Buffer.from(randomBytes(size)).toString("base64url");
	return {
		/** The key of the first project is `POSTHOG_KEY`. */
		list: (): readonly ListedProject[] => entries.map(render),
		/** @returns `undefined` if there are already `MAX_PROJECTS` projects. */
		create: async (name: string): Promise<ListedProject | undefined> => {
			if (entries.length >= MAX_PROJECTS) return undefined;
			const id = Buffer.from(randomBytes(6)).toString("hex");
			const entry = { id, name, key: `phc_${text(32)}` };
			// Saved before opening, so that two concurrent calls see each other.
			save([...entries, entry]);
			await open(entry).service.ready();
			return render(entry);
		},
		/** @returns `undefined` for an unknown id. */
		rename: (id: string, name: string): ListedProject | undefined => {
			const entry = entries.find((known) => known.id === id);
			if (entry === undefined) return undefined;
			save(entries.map((known) => (known === entry ? { ...known, name } : known)));
			return render({ ...entry, name });
		},
		/** Deletes a project and its file. Callers must not pass the first project. */
		delete: async (id: string): Promise<void> => {
			save(entries.filter((known) => known.id !== id));
			const project = services.get(id);
			services.delete(id);
			await project?.service.close();
			rmSync(join(storePathOf(id), ".."), { recursive: true, force: true });
		},
		/** @returns The service of a project, except the first. */
		withId: (id: string): FastifyInstance | undefined => services.get(id)?.service,
		/** @returns The service of a project, except the first. */
		withKey: (key: string): FastifyInstance | undefined =>
			services.get(entries.find((one) => one.key === key)?.id ?? "")?.service,
		/** All projects except the first. */
		opened: (): readonly Opened[] => [...services.values()],
		ready: async (): Promise<void> => {
			await Promise.all([...services.values()].map(({ service }) => service.ready()));
		},
		close: async (): Promise<void> => {
			await Promise.all([...services.values()].map(({ service }) => service.close()));
		},
	};
}

/** @returns Ids of all projects, the first one's first. */
export function storedProjectIds(settings: Settings): readonly string[] {
	return readEntries(settings, "").map(({ id }) => id);
}

function readEntries(settings: Settings, key: string): readonly Entry[] {
	const stored = settings.get(SETTING);
	const [first, ...others] = stored === undefined ? [] : entriesSchema.parse(JSON.parse(stored));
	// The key of the first project comes from the environment.
	return [{ id: FIRST_PROJECT, name: first?.name ?? "First project", key }, ...others];
}

function render({ id, name, key }: Entry): ListedProject {
	return { id, name, key, path: id === FIRST_PROJECT ? "" : `/projects/${id}` };
}
