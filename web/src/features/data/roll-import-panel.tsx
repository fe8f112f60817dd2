import { filters } from '@dooryard/contract/filters'
import type { PageOf } from '@dooryard/contract/paging'
import type { NewImport, RollImport, RollSource, RollSources } from '@dooryard/contract/roll-imports'
import { rolls } from '@dooryard/contract/rolls'
import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { OutcomeText } from '../../entities/import/import-columns.tsx'
import { ImportForm } from '../../entities/import/import-form.tsx'
import { ImportIntake } from '../../entities/import/import-intake.tsx'
import { isInProgress } from '../../entities/import/import-status.ts'
import { formatBytes, formatNumber, plural } from '../../lib/format.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { useRefresh } from '../../lib/use-call.ts'
import { watch } from '../../lib/watch.ts'
import { Loaded } from '../../ui/display/loaded.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { OnState } from '../../ui/table/columns.ts'
import type { Draft } from '../../ui/upload/use-uploads.ts'

/** The endpoints whose answers an import changes. */
const importChanges = [rolls.list, rolls.get, rolls.coverage, rolls.imports]

/**
 * A page of imports that follows the one in progress, and fetches everything again once it is over: imports run one
 * after the other, so the next of them is followed then.
 */
function useRollImports(query: { page: number; limit: number }) {
  const cache = useQueryClient()
  const result = useQuery(liveQueryOf(rolls.imports, { query }))
  const id = result.data?.items.findLast(isInProgress)?.id
  const refresh = useEffectEvent(useRefresh(importChanges))
  useEffect(() => {
    if (!id) return
    const onEvent = (told: RollImport) => {
      cache.setQueriesData<PageOf<RollImport>>(
        { queryKey: keyOf(rolls.imports) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === told.id ? told : item)) },
      )
      if (!isInProgress(told)) void refresh()
    }
    return watch(rolls.watchImport, { id }, { onEvent, onState: (state) => state === 'stopped' && void refresh() })
  }, [id, cache])
  return result
}

function describe({ status, message, rowsMapped = 0, rowsRejected = 0 }: RollImport) {
  const counts = `${plural(rowsMapped, 'row')} mapped, ${formatNumber(rowsRejected)} rejected`
  const outcome = status === 'UNCHANGED' ? 'This very file is loaded: nothing changed' : counts
  return <OutcomeText>{message ?? outcome}</OutcomeText>
}

/** The county of a roll with headers of our own, found by its name. */
function CountyField({ value, onChange }: { value: string; onChange: (fips: string) => void }) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 200)
  const { data } = useQuery(liveQueryOf(filters.counties, { query: { search: settled || undefined, limit: 8 } }))
  return (
    <Select
      label="County"
      description="Of the rows that do not name one"
      placeholder="Type its name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the county' }}
      // The server has matched them.
      filter={({ options }) => options}
      data={data?.items.map(({ value: fips, label }) => ({ value: fips, label })) ?? []}
      value={value || null}
      onChange={(fips) => onChange(fips ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No county of this name"
    />
  )
}

const emptyDraft = { source: '', name: '', countyFips: '', file: undefined as File | undefined }

const draftSchema = (findSource: (source: string) => RollSource | undefined) =>
  z
    .object({
      source: z.string().min(1, 'Choose what the file is'),
      name: z.string(),
      file: z.custom<File | undefined>((file) => file !== undefined, 'Choose a file'),
    })
    .refine(({ source, name }) => !findSource(source)?.isGeneric || name.trim(), {
      path: ['name'],
      message: 'A roll of your own needs a name',
      when: () => true,
    })

function useAllowance(file: File | undefined, maxFileBytes: number) {
  const most = formatBytes(maxFileBytes)
  const isTooLarge = file !== undefined && file.size > maxFileBytes
  return {
    limits: Number.isFinite(maxFileBytes) ? `Up to ${most} a file.` : undefined,
    refusal: isTooLarge ? `This file has ${formatBytes(file.size)}, and the most that is taken is ${most}.` : undefined,
    mayUpload: async ({ size }: File) => size <= maxFileBytes,
  }
}

type RollFormProps = { known: RollSources; onDraft: (draft: Draft<NewImport>) => void }

function RollForm({ known: { items, maxFileBytes }, onDraft }: RollFormProps) {
  const findSource = (asked: string) => items.find(({ source }) => source === asked)
  const form = useSchemaForm(draftSchema(findSource), emptyDraft)
  const { source, countyFips, file } = form.values
  const chosen = findSource(source)
  const start = ({ name, countyFips: fips, ...draft }: typeof emptyDraft, given: File) => {
    const own = chosen?.isGeneric && { name: name.trim(), ...(fips && { countyFips: fips }) }
    onDraft({ query: { source: draft.source, fileName: given.name, ...own }, file: given })
    form.reset()
  }
  return (
    <ImportForm
      form={form}
      allowance={useAllowance(file, maxFileBytes)}
      accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
      kinds="CSV, TSV, gz, zip or XLSX"
      onFile={start}
    >
      <Select
        label="What the file is"
        placeholder="Choose a source"
        data={items.map(({ source: value, name }) => ({ value, label: name }))}
        searchable
        nothingFoundMessage="No such source"
        {...form.getInputProps('source')}
        value={source || null}
        onChange={(next) => form.setFieldValue('source', next ?? '')}
        // Opened and left without a choice, it complains once the form is sent.
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
            description="A roll of the same name is replaced"
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <CountyField value={countyFips} onChange={(fips) => form.setFieldValue('countyFips', fips)} />
        </>
      )}
    </ImportForm>
  )
}

const noSources: RollSources = { items: [], maxFileBytes: Number.POSITIVE_INFINITY }

type RollImportPanelProps = { state: { importPage: number; importLimit: number }; onState: OnState }

export function RollImportPanel({ state, onState }: RollImportPanelProps) {
  const sources = useQuery(queryOf(rolls.sources, {}))
  // The form is there at once, and what it offers once it is known.
  const known = sources.data ?? (sources.error ? undefined : noSources)
  return (
    <ImportIntake<RollImport, NewImport>
      title="Import a roll"
      calls={rolls}
      changes={importChanges}
      unit="row"
      describe={describe}
      result={useRollImports({ page: state.importPage, limit: state.importLimit })}
      state={state}
      onState={onState}
    >
      {(start, isUploading) => (
        <>
          <Loaded what="The sources" result={{ ...sources, data: known }} loading={null}>
            {(loaded) => <RollForm known={loaded} onDraft={start} />}
          </Loaded>
          <LeaveGuard
            when={isUploading}
            title="Stop the upload?"
            text="A file is still on its way. If you leave this screen, nothing of it is kept."
            leave="Stop and leave"
            asksOnReload
          />
        </>
      )}
    </ImportIntake>
  )
}
