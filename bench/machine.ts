import { cpus, totalmem } from "node:os";

/** Describes the machine and date of a measurement, without which a figure is not comparable. */
export function describeMachine(): string {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const day = new Date().toISOString().slice(0, 10);
	return `${day}, ${cpu?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${memory} GB, Node ${process.version}, Linux`;
}
