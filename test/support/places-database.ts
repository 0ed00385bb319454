type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/**
 * Builds a geo database for IPv4 in MMDB format, with one record for each /24 network.
 *
 * @param networks Records by network, such as `203.0.113`.
 * @see https://maxmind.github.io/MaxMind-DB/
 */
export function placesDatabase(networks: Readonly<Record<string, Value>>): Buffer {
	const data: Buffer[] = [];
	const records = Object.entries(networks).map(([network, value]) => {
		const offset = data.reduce((sum, { length }) => sum + length, 0);
		data.push(encode(value));
		return { bits: bitsOf(network), offset };
	});
	const nodes = buildTree(records.map(({ bits }) => bits));
	const tree = Buffer.alloc(nodes.length * 6);
	for (const [index, children] of nodes.entries()) {
		for (const [side, child] of children.entries()) {
			const offset = child === undefined || child >= 0 ? 0 : (records[-child - 1]?.offset ?? 0);
			const end = nodes.length + (child === undefined ? 0 : SEPARATOR_BYTES + offset);
			tree.writeUIntBE(child !== undefined && child > 0 ? child : end, index * 6 + side * 3, 3);
		}
	}
	const metadata = encode({
		node_count: nodes.length,
		record_size: 24,
		ip_version: 4,
		database_type: "Test",
		languages: ["en"],
		binary_format_major_version: 2,
		binary_format_minor_version: 0,
		build_epoch: 0,
		description: { en: "Made by a test" },
	});
	const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
	return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), ...data, marker, metadata]);
}

const SEPARATOR_BYTES = 16;

type Node = [number | undefined, number | undefined];

/** A child is the index of a node, or `-1 - index` for the record that ends there. */
function buildTree(records: readonly (readonly number[])[]): readonly Node[] {
	const nodes: Node[] = [[undefined, undefined]];
	for (const [record, bits] of records.entries()) {
		let at = 0;
		for (const [depth, bit] of bits.entries()) {
			const node = nodes[at] as Node;
			if (depth === bits.length - 1) node[bit] = -record - 1;
			else if (node[bit] === undefined) node[bit] = nodes.push([undefined, undefined]) - 1;
			at = node[bit] ?? 0;
		}
	}
	return nodes;
}

function bitsOf(network: string): readonly number[] {
	return network
		.split(".")
		.flatMap((part) => [...Number(part).toString(2).padStart(8, "0")].map(Number));
}

function encode(value: Value): Buffer {
	if (typeof value === "string") return Buffer.concat([head(2, value.length), Buffer.from(value)]);
	if (typeof value === "number") {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32BE(value);
		return Buffer.concat([head(6, 4), bytes]);
	}
	if (Array.isArray(value))
		return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
	const entries = Object.entries(value);
	return Buffer.concat([head(7, entries.length), ...entries.flat().map(encode)]);
}

/** Control byte of a field. A size of up to 28 is enough here. */
function head(type: number, size: number): Buffer {
	return Buffer.from([(type << 5) | size]);
}
