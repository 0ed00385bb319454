import { execFile, spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "deploy/kubernetes");
/** On top of it. */
const OVERLAY = join(ROOT, "deploy/kubernetes-clickhouse");
const TYPES = join(ROOT, "node_modules/kubernetes-types");

/** By what a manifest says of itself; the declarations are made of the API's own schemas. */
const DECLARATIONS: Readonly<Record<string, string>> = {
	"v1 Namespace": "core/v1",
	"v1 ConfigMap": "core/v1",
	"v1 Service": "core/v1",
	"v1 PersistentVolumeClaim": "core/v1",
	"apps/v1 Deployment": "apps/v1",
	"apps/v1 StatefulSet": "apps/v1",
	"policy/v1 PodDisruptionBudget": "policy/v1",
	"networking.k8s.io/v1 Ingress": "networking/v1",
	"networking.k8s.io/v1 NetworkPolicy": "networking/v1",
};

test("each manifest has the fields of the API, and no other", async () => {
	const manifests = await readManifests();

	expect(await faultsOf(manifests)).toBe("");
	expect(manifests.length).toBeGreaterThan(9);
});

test("kustomize takes every file, and each name that one manifest uses is given by another", async () => {
	const { resources } = parse(await readFile(join(FOLDER, "kustomization.yaml"), "utf8"));
	const files = (await readdir(FOLDER)).filter((name) => name !== "kustomization.yaml");
	const manifests = await readManifests();
	const named = (kind: string): readonly string[] =>
		manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
	const all = JSON.stringify(manifests);
	const uses = (pattern: RegExp): readonly string[] => [
		...new Set([...all.matchAll(pattern)].map(([, name = ""]) => name)),
	];

	expect(resources.toSorted()).toEqual(files.toSorted());
	expect(uses(/"claimName":"([^"]+)"/g).toSorted()).toEqual(
		named("PersistentVolumeClaim").toSorted(),
	);
	// The probes of the public lead to a service that is not there.
	expect(
		uses(/"service":\{"name":"([^"]+)"/g)
			.filter((name) => name !== "none")
			.toSorted(),
	).toEqual(named("Service").toSorted());
	expect(uses(/"app.kubernetes.io\/name":"([^"]+)"/g).toSorted()).toEqual(
		named("Deployment").toSorted(),
	);
	expect(uses(/"configMapRef":\{"name":"([^"]+)"/g)).toEqual(named("ConfigMap"));
});

/** Each of them has it built in, or is it. */
const KUSTOMIZE = [
	["kubectl", "kustomize"],
	["kustomize", "build"],
].find(([program = ""]) => spawnSync(program, ["version", "--client"]).error === undefined);

test.runIf(KUSTOMIZE !== undefined)(
	"kustomize renders every manifest, and what it renders has the fields of the API",
	async () => {
		const rendered = await rendering(FOLDER);

		expect(rendered).toHaveLength((await readManifests()).length);
		expect(await faultsOf(rendered)).toBe("");
		// Each of them in the one namespace, which the files do not repeat.
		const inNamespaces = rendered.filter(({ kind }) => kind !== "Namespace");
		expect(new Set(inNamespaces.map(({ metadata }) => metadata.namespace))).toEqual(
			new Set(["loggia"]),
		);
	},
);

test.runIf(KUSTOMIZE !== undefined)(
	"with a ClickHouse there are three replicas of the site, and only analytics reaches it",
	async () => {
		const rendered = await rendering(OVERLAY);
		const find = (kind: string, name: string) =>
			rendered.find((one) => one.kind === kind && one.metadata.name === name);

		expect(await faultsOf(rendered)).toBe("");
		expect(find("Deployment", "site")?.spec).toMatchObject({ replicas: 3 });
		expect(find("Deployment", "analytics")?.spec).toMatchObject({ replicas: 1 });
		expect(find("PersistentVolumeClaim", "site-data")?.spec).toMatchObject({
			accessModes: ["ReadWriteMany"],
		});
		expect(find("NetworkPolicy", "clickhouse")?.spec).toMatchObject({
			podSelector: {
				matchLabels: find("StatefulSet", "clickhouse")?.spec.template.metadata.labels,
			},
			ingress: [
				{ from: [{ podSelector: { matchLabels: { "app.kubernetes.io/name": "analytics" } } }] },
			],
			egress: [],
		});
		const [container] = find("Deployment", "analytics")?.spec.template.spec.containers ?? [];
		expect(container).toMatchObject({
			env: expect.arrayContaining([
				{ name: "HOST", value: "0.0.0.0" },
				{ name: "ANALYTICS_CLICKHOUSE_URL", value: "http://loggia@clickhouse:8123/loggia" },
			]),
		});
	},
);

test("each container runs without rights, with probes, limits, and a reader of nothing but its volumes", async () => {
	for (const { kind, spec } of await readManifests()) {
		if (kind !== "Deployment") continue;
		const { containers, securityContext, automountServiceAccountToken } = spec.template.spec;

		expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
		expect(automountServiceAccountToken).toBe(false);
		for (const container of containers) {
			expect(container).toMatchObject({
				startupProbe: expect.any(Object),
				readinessProbe: { httpGet: { path: "/readyz" } },
				livenessProbe: { httpGet: { path: "/healthz" } },
				resources: { limits: { memory: expect.any(String) } },
				securityContext: {
					allowPrivilegeEscalation: false,
					readOnlyRootFilesystem: true,
					capabilities: { drop: ["ALL"] },
				},
			});
		}
	}
});

/** What every manifest has; the compiler of the tests above judges the rest. */
interface Manifest {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: { readonly name: string; readonly namespace?: string };
	/** Of a deployment. */
	readonly spec: {
		readonly template: {
			readonly metadata: { readonly labels: Readonly<Record<string, string>> };
			readonly spec: {
				readonly containers: readonly object[];
				readonly securityContext: object;
				readonly automountServiceAccountToken: boolean;
			};
		};
	};
}

async function rendering(folder: string): Promise<readonly Manifest[]> {
	const [program = "", task = ""] = KUSTOMIZE ?? [];
	return manifestsIn((await promisify(execFile)(program, [task, folder])).stdout);
}

async function readManifests(): Promise<readonly Manifest[]> {
	const files = (await readdir(FOLDER)).filter((name) => name !== "kustomization.yaml");
	const texts = await Promise.all(files.map((name) => readFile(join(FOLDER, name), "utf8")));
	return texts.flatMap(manifestsIn);
}

function manifestsIn(text: string): readonly Manifest[] {
	return parseAllDocuments(text).map((document) => {
		expect(document.errors).toEqual([]);
		return document.toJS() as Manifest;
	});
}

/** @returns What the compiler says of the manifests as literals of the declared types. */
async function faultsOf(manifests: readonly Manifest[]): Promise<string> {
	const lines = manifests.map((manifest, index) => {
		const { apiVersion, kind } = manifest;
		const declaration = DECLARATIONS[`${apiVersion} ${kind}`];
		expect(declaration, `${apiVersion} ${kind}`).toBeDefined();
		const type = `import("${join(TYPES, String(declaration))}").${kind}`;
		return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
	});
	const folder = temporaryFolder();
	await writeFile(join(folder, "manifests.ts"), lines.join("\n"));
	const words = ["--noEmit", "--strict", "--skipLibCheck", "--types", "", "manifests.ts"];
	const compiler = join(ROOT, "node_modules/.bin/tsc");
	const { stdout } = await promisify(execFile)(compiler, words, { cwd: folder }).catch(
		// What execFile() rejects with when the compiler finds faults.
		(error: unknown) => error as { readonly stdout: string },
	);
	return stdout;
}
