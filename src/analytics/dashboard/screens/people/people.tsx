import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactElement, useDeferredValue } from "react";
import { Link } from "react-router";
import type { DashboardPerson, PersonsAnswer } from "../../../wire/dashboard/persons.ts";
import { pathOf, request } from "../../api/request.ts";
import { answerKey } from "../../api/use-answer.ts";
import { Card } from "../../components/card.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty, Failure, SkeletonRows } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatTime } from "../../format/times.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { useSearchText } from "../../state/use-search-text.ts";
import { nameOf } from "./name-of.ts";

const PAGE = 50;

/** All persons that are kept, the newest first. */
export function People(): ReactElement {
	const [search, setSearch] = useSearchText();
	const [who, setWho] = useParameter("who", "identified");
	const asked = useDeferredValue(search);
	const isAll = who === "all";
	const pages = useInfiniteQuery({
		queryKey: [...answerKey("/api/v1/persons"), asked, isAll],
		queryFn: ({ pageParam, signal }) => {
			const query = new URLSearchParams([
				["limit", String(PAGE)],
				...(asked === "" ? [] : [["search", asked]]),
				...(isAll ? [] : [["identified", "true"]]),
				...(pageParam === "" ? [] : [["cursor", pageParam]]),
			]);
			return request<PersonsAnswer>(`/api/v1/persons?${query}`, { signal });
		},
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		placeholderData: keepPreviousData,
	});
	const persons = pages.data?.pages.flatMap(({ results }) => results) ?? [];
	return (
		<>
			<ScreenHeader title="People" lead="Visitors that your site has identified">
				<div className="question-bar">
					<SearchField
						label="Search people"
						placeholder="ID or property"
						value={search}
						onChange={setSearch}
					/>
					<Tabs
						label="People to list"
						tabs={[
							{ name: "identified", label: "Identified" },
							{ name: "all", label: "All" },
						]}
						chosen={isAll ? "all" : "identified"}
						onChoose={setWho}
					/>
				</div>
			</ScreenHeader>
			<Card title="People">
				{pages.isPending && <SkeletonRows count={8} />}
				{pages.error !== null && (
					<Failure what="the people" error={pages.error} onRetry={() => void pages.refetch()} />
				)}
				{pages.data !== undefined &&
					(persons.length === 0 ? (
						<NoPeople search={asked} />
					) : (
						<PersonTable persons={persons} isOutdated={pages.isPlaceholderData} />
					))}
				{pages.hasNextPage && (
					<button
						type="button"
						className="tool more"
						disabled={pages.isFetchingNextPage}
						onClick={() => void pages.fetchNextPage()}
					>
						{pages.isFetchingNextPage ? "Loading…" : "Load more"}
					</button>
				)}
			</Card>
		</>
	);
}

function NoPeople({ search }: { readonly search: string }): ReactElement {
	if (search !== "") {
		return (
			<Empty title="No people match your search">
				<p>Search for a part of an ID or of a property’s value.</p>
			</Empty>
		);
	}
	return (
		<Empty title="No people identified yet">
			<p>
				Call <code>posthog.identify("user-id")</code> on your site after a visitor signs in.
			</p>
		</Empty>
	);
}

const COLUMNS = [
	{ label: "Person" },
	{ label: "Properties" },
	{ label: "IDs", isNumber: true },
	{ label: "First seen" },
];

interface PersonTableProps {
	readonly persons: readonly DashboardPerson[];
	readonly isOutdated: boolean;
}

function PersonTable({ persons, isOutdated }: PersonTableProps): ReactElement {
	const { timeZone } = useQuestion();
	return (
		<Table caption="People, the newest first" columns={COLUMNS} isOutdated={isOutdated}>
			<tbody>
				{persons.map((person) => (
					<tr key={person.id}>
						<th scope="row">
							<Link to={pathOf`/people/${person.id}`}>{nameOf(person)}</Link>
						</th>
						<td className="clipped">{Object.keys(person.properties).join(", ")}</td>
						<td className="number">{person.distinct_ids.length}</td>
						<td className="nowrap">{formatTime(person.created_at, timeZone)}</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
