import type { PageResult } from '@dooryard/contract/api/paging'
import type { NewImport, RollImport, RollSource, RollSources } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { Select, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { CountySelect } from '../../entities/county/county-select.tsx'
import { refreshDependents } from '../../entities/dataset/dataset.data.ts'
import { OutcomeText } from '../../entities/import/import-columns.tsx'
import { ImportForm } from '../../entities/import/import-form.tsx'
import { ImportPanel } from '../../entities/import/import-panel.tsx'
import { isImportInProgress } from '../../entities/import/import-status.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../lib/api/query.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { formatBytes, formatNumber, pluralize } from '../../lib/format/format.ts'
import { watchEndpoint } from '../../lib/live/watch-endpoint.ts'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import type { Draft } from '../../ui/upload/use-uploads.ts'

/** The endpoints whose responses an import changes. */
const importDependents = [...refreshDependents, rolls.list, rolls.imports]

/**
 * A page of imports that follows the one in progress and refetches when it finishes: imports run one after the other,
 * so the next one is followed then.
 */
function useRollImports(query: { page: number; limit: number }) {
  const cache = useQueryClient()
  const result = useQuery(buildLiveQuery(rolls.imports, { query }))
  const id = result.data?.items.findLast(isImportInProgress)?.id
  const refresh = useEffectEvent(useInvalidate(importDependents))
  useEffect(() => {
    if (!id) return
    const onEvent = (updated: RollImport) => {
      cache.setQueriesData<PageResult<RollImport>>(
        { queryKey: toQueryKey(rolls.imports) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === updated.id ? updated : item)) },
      )
      if (!isImportInProgress(updated)) void refresh()
    }
    return watchEndpoint(
      rolls.watchImport,
      { id },
      { onEvent, onState: (state) => state === 'stopped' && void refresh() },
    )
  }, [id, cache])
  return result
}

function describeImport({ status, message, rowsMapped = 0, rowsRejected = 0 }: RollImport) {
  const counts = `${pluralize(rowsMapped, 'row')} imported, ${formatNumber(rowsRejected)} rejected`
  const outcome = status === 'UNCHANGED' ? 'This file is already loaded. Nothing changed.' : counts
  return <OutcomeText>{message ?? outcome}</OutcomeText>
}

const emptyDraft = { source: '', name: '', countyFips: '', file: undefined as File | undefined }

const buildDraftSchema = (findSource: (source: string) => RollSource | undefined) =>
  z
    .object({
      source: z.string().min(1, 'Select a source'),
      name: z.string(),
      file: z.custom<File | undefined>((file) => file !== undefined, 'Choose a file'),
    })
    .refine(({ source, name }) => !findSource(source)?.isGeneric || name.trim(), {
      path: ['name'],
      message: 'Enter a name',
      when: () => true,
    })

function useFileLimit(file: File | undefined, maxFileBytes: number) {
  const maxSize = formatBytes(maxFileBytes)
  const isTooLarge = file !== undefined && file.size > maxFileBytes
  return {
    limits: Number.isFinite(maxFileBytes) ? `Up to ${maxSize} per file.` : undefined,
    refusal: isTooLarge ? `This file is ${formatBytes(file.size)}. The maximum is ${maxSize}.` : undefined,
    mayUpload: async ({ size }: File) => size <= maxFileBytes,
  }
}

type RollFormProps = { known: RollSources; onDraft: (draft: Draft<NewImport>) => void }

function RollForm({ known: { items, maxFileBytes }, onDraft }: RollFormProps) {
  const findSource = (sourceId: string) => items.find(({ source }) => source === sourceId)
  const form = useSchemaForm(buildDraftSchema(findSource), emptyDraft)
  const { source, countyFips, file } = form.values
  const chosen = findSource(source)
  const start = ({ name, countyFips: fips, ...draft }: typeof emptyDraft, uploadFile: File) => {
    const own = chosen?.isGeneric && { name: name.trim(), ...(fips && { countyFips: fips }) }
    onDraft({ query: { source: draft.source, fileName: uploadFile.name, ...own }, file: uploadFile })
    form.reset()
  }
  return (
    <ImportForm
      form={form}
      allowance={useFileLimit(file, maxFileBytes)}
      accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
      kinds="CSV, TSV, gz, zip or XLSX"
      onFile={start}
    >
      <Select
        label="Source"
        placeholder="Select a source"
        data={items.map(({ source: value, name }) => ({ value, label: name }))}
        searchable
        nothingFoundMessage="No sources found"
        {...form.getInputProps('source')}
        value={source || null}
        onChange={(next) => form.setFieldValue('source', next ?? '')}
        // An empty field is reported on submit, not on blur.
        onBlur={undefined}
      />
      {chosen && (
        <Text c="dimmed" fz="sm" lh="18px" mt={-8}>
          {chosen.covers}. {chosen.hint}
        </Text>
      )}
      {chosen?.isGeneric && (
        <>
          <TextInput
            label="Name"
            placeholder="Anytown County, assessor"
            description="Replaces county data of the same name"
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <CountySelect
            label="County"
            description="For rows without a county"
            value={countyFips}
            onChange={(fips) => form.setFieldValue('countyFips', fips)}
          />
        </>
      )}
    </ImportForm>
  )
}

const emptySources: RollSources = { items: [], maxFileBytes: Number.POSITIVE_INFINITY }

type RollImportPanelProps = { state: { importPage: number; importLimit: number }; onState: OnTableStateChange }

export function RollImportPanel({ state, onState }: RollImportPanelProps) {
  const sources = useQuery(buildQuery(rolls.sources, {}))
  // The form is shown immediately, and its options once they have loaded.
  const known = sources.data ?? (sources.error ? undefined : emptySources)
  return (
    <ImportPanel<RollImport, NewImport>
      title="Import county data"
      calls={rolls}
      changes={importDependents}
      unit="row"
      describe={describeImport}
      result={useRollImports({ page: state.importPage, limit: state.importLimit })}
      state={state}
      onState={onState}
    >
      {(start, isUploading) => (
        <>
          <QueryContent what="The sources" result={{ ...sources, data: known }} loading={null}>
            {(loaded) => <RollForm known={loaded} onDraft={start} />}
          </QueryContent>
          <LeaveGuard
            when={isUploading}
            title="Cancel the upload?"
            text="A file is still uploading. If you leave, the upload is discarded."
            leave="Cancel upload and leave"
            asksOnReload
          />
        </>
      )}
    </ImportPanel>
  )
}
