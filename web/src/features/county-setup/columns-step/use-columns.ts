import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import { listJoinColumns, type SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { proposalQuery } from '../county-setup.data.ts'
import { toColumnOptions } from './column-options.ts'
import type { FieldId, ProposedField } from './field-rows.ts'
import { listFieldRows, toConfirmation } from './field-rows.ts'
import type { FieldSample } from './sample-values.tsx'
import { isDocumentIncomplete, listColumns } from './source-editor/source-edits.ts'

const previewDelayMs = 250

const toFieldId = (group: string, field: string) =>
  group === 'key' || group === 'county' ? group : `${group}.${field}`

/**
 * The columns of all used tables with a few values each; all but those of the document's first file are named after it.
 */
function useColumnOptions({ id, tables }: CountySetup, mainId: string | undefined) {
  const used = tables
    .filter(({ isUsed }) => isUsed)
    .toSorted((one, other) => Number(other.id === mainId) - Number(one.id === mainId))
  const rows = useQueries({
    queries: used.map((table) => buildQuery(countySetups.tableRows, { params: { id, tableId: table.id } })),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () =>
      toColumnOptions(
        used.map((table, at) => ({
          prefix: table.id === mainId ? undefined : table.id,
          table: { header: table.columns, rows: rows[at]?.rows ?? [] },
        })),
      ),
    [used, rows, mainId],
  )
}

/** Five values of each field of the document, a moment after its last change. */
function usePreview(id: string, document: SourceDocument) {
  const [settled] = useDebouncedValue(document, previewDelayMs)
  // A value that is still to be entered has none to show.
  const isIncomplete = isDocumentIncomplete(settled)
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...buildLiveQuery(countySetups.preview, { params: { id }, body: { document: settled } }),
    enabled: !isIncomplete,
    // Each change is a key of its own, and none is asked for again.
    ...{ gcTime: 60_000, staleTime: 60_000, retry: false },
  })
  const samples = useMemo(
    () =>
      new Map<string, FieldSample[]>(
        data?.fields.map(({ group, field, examples }) => [toFieldId(group, field), examples]),
      ),
    [data],
  )
  const failure = error ? { error, retry: () => void refetch() } : undefined
  const isStale = settled !== document || (isPlaceholderData && !isIncomplete)
  return { samples, isLoaded: data !== undefined, isStale, failure }
}

const readConfirmed = (key: string): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[] // only this module writes it
  } catch {
    return []
  }
}

/** The fields that the user has looked at and found right, for as long as the tab is open. */
function useConfirmed(setupId: string) {
  const key = `dooryard.county-setup.${setupId}`
  const [confirmed, setConfirmed] = useState(() => readConfirmed(key))
  const confirm = (entry: string) => {
    const next = [...confirmed, entry]
    setConfirmed(next)
    try {
      sessionStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage they are asked for again after a reload.
    }
  }
  return { confirmed: useMemo(() => new Set(confirmed), [confirmed]), confirm }
}

/** Everything about the fields of a document: where each comes from, how sure that is, and some of its values. */
export function useColumns(setup: CountySetup, document: SourceDocument) {
  const { data: proposal } = useQuery(proposalQuery(setup.id))
  const { confirmed, confirm } = useConfirmed(setup.id)
  const columns = useColumnOptions(setup, document.files[0]?.id)
  const preview = usePreview(setup.id, document)
  const proposed = useMemo(
    () =>
      proposal?.fields.map(
        ({ group, field, ...rest }): ProposedField => ({ ...rest, id: toFieldId(group, field) as FieldId }), // the contract's names
      ) ?? [],
    [proposal],
  )
  const rows = useMemo(
    () => listFieldRows(document, { proposed, confirmed, columns: columns.map(({ name }) => name) }),
    [document, proposed, confirmed, columns],
  )
  const used = useMemo(() => {
    const uses = document.uses ? [document.uses.column, document.uses.refinedBy] : []
    const keys = (document.joins ?? []).flatMap(listJoinColumns)
    return new Set([...rows.flatMap(({ source }) => listColumns(source)), ...uses, ...keys])
  }, [rows, document])
  return {
    ...{ rows, columns, preview },
    unused: columns.filter(({ name }) => !used.has(name)),
    confirm: (row: (typeof rows)[number]) => confirm(toConfirmation(row.id, row.source)),
  }
}
