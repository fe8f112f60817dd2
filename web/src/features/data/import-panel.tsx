import type { NewImport, RollSources } from '@dooryard/contract/roll-imports'
import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { FileDrop } from '../../ui/upload/file-drop.tsx'
import { UploadList } from '../../ui/upload/upload-list.tsx'
import { type Draft, useUploads } from '../../ui/upload/use-uploads.ts'
import { countiesLike, sources, uploadRoll, useRefreshRolls } from './data.data.ts'
import classes from './import.module.css'

type CountyFieldProps = { value: string | null; onChange: (fips: string | null) => void }

/** The county of a generic roll, found by its name. */
function CountyField({ value, onChange }: CountyFieldProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 200)
  const { data } = useQuery(countiesLike(settled))
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
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No county of this name"
    />
  )
}

const empty = { source: null as string | null, name: '', countyFips: null as string | null }

type Errors = { source?: string | undefined; name?: string | undefined; file?: string | undefined }

function useImportForm({ items, maxFileBytes }: RollSources, onDraft: (draft: Draft<NewImport>) => void) {
  const [values, setValues] = useState(empty)
  const [file, setFile] = useState<File>()
  const [errors, setErrors] = useState<Errors>({})
  const chosen = items.find(({ source }) => source === values.source)
  const tooLarge = (size: number) =>
    `This file has ${formatBytes(size)}, and the most that is taken is ${formatBytes(maxFileBytes)}.`
  const set = (change: Partial<typeof empty>) => {
    setValues((old) => ({ ...old, ...change }))
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in change))))
  }
  const takeFile = (given: File) => {
    setFile(given)
    setErrors((old) => ({ ...old, file: given.size > maxFileBytes ? tooLarge(given.size) : undefined }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = values.name.trim()
    const found: Errors = {
      ...(!chosen && { source: 'Choose what the file is' }),
      ...(chosen?.isGeneric && !name && { name: 'A roll of your own needs a name' }),
      ...(!file && { file: 'Choose a file' }),
      ...(file && file.size > maxFileBytes && { file: tooLarge(file.size) }),
    }
    setErrors(found)
    if (!chosen || !file || Object.keys(found).length > 0) return
    const own = chosen.isGeneric && { name, ...(values.countyFips && { countyFips: values.countyFips }) }
    onDraft({ query: { source: chosen.source, fileName: file.name, ...own }, file })
    setValues(empty)
    setFile(undefined)
  }
  return { values, set, file, takeFile, errors, chosen, submit }
}

function ImportForm({ sources: known, onDraft }: { sources: RollSources; onDraft: (draft: Draft<NewImport>) => void }) {
  const { values, set, file, takeFile, errors, chosen, submit } = useImportForm(known, onDraft)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Select
        label="What the file is"
        placeholder="Choose a source"
        data={known.items.map(({ source, name }) => ({ value: source, label: name }))}
        value={values.source}
        onChange={(source) => set({ source })}
        error={errors.source}
        searchable
        nothingFoundMessage="No such source"
      />
      {chosen && (
        <p className={classes.hint}>
          {chosen.covers}. {chosen.hint}
        </p>
      )}
      {chosen?.isGeneric && (
        <>
          <TextInput
            label="Name"
            placeholder="Anytown County, assessor"
            description="A roll of the same name is replaced"
            maxLength={80}
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={errors.name}
          />
          <CountyField value={values.countyFips} onChange={(countyFips) => set({ countyFips })} />
        </>
      )}
      <FileDrop
        file={file}
        error={errors.file}
        limits={Number.isFinite(known.maxFileBytes) ? `Up to ${formatBytes(known.maxFileBytes)} a file.` : undefined}
        accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
        kinds="CSV, TSV, gz, zip or XLSX"
        onFile={takeFile}
      />
      <Button type="submit">Upload and import</Button>
    </form>
  )
}

/** Where a roll is handed in: a file on its way to the server, and then a job. */
export function ImportPanel() {
  const { data, error, refetch } = useQuery(sources())
  const { uploads, start, retry, dismiss, isUploading } = useUploads(uploadRoll, useRefreshRolls())
  return (
    <Panel title="Import a roll">
      {error && !data ? (
        <LoadFailure what="The sources" error={error} onRetry={() => void refetch()} />
      ) : (
        <ImportForm sources={data ?? { items: [], maxFileBytes: Number.POSITIVE_INFINITY }} onDraft={start} />
      )}
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <LeaveGuard
        when={isUploading}
        title="Stop the upload?"
        text="A file is still on its way. If you leave this screen, nothing of it is kept."
        leave="Stop and leave"
        asksOnReload
      />
    </Panel>
  )
}
