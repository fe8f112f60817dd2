import { GazetteerKind, gazetteers, type NewGazetteer } from '@dooryard/contract/data/gazetteers'
import { Button, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { CountySelect } from '../../entities/county/county-select.tsx'
import { FileImportPanel } from '../../entities/import/file-import-panel.tsx'
import { ImportForm } from '../../entities/import/import-form.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { useUploadAllowance } from '../../ui/upload/use-upload-allowance.ts'
import type { Draft } from '../../ui/upload/use-uploads.ts'

const labelByKind = { POINTS: 'Address points', RANGES: 'Street ranges' } as const satisfies Record<
  GazetteerKind,
  string
>

const hintByKind = {
  POINTS: 'OpenAddresses as CSV or GeoJSON, or columns LON, LAT, NUMBER, STREET, CITY and POSTCODE.',
  RANGES: 'TIGER/Line address ranges (ADDRFEAT): the zip of the county as the Census Bureau publishes it.',
} as const satisfies Record<GazetteerKind, string>

const dependents = [gazetteers.list, gazetteers.imports]

const DraftSchema = z.object({
  countyFips: z.string().min(1, 'Select a county'),
  kind: GazetteerKind,
  file: z.custom<File | undefined>((file) => file !== undefined, 'Choose a file'),
})
type DraftValues = { countyFips: string; kind: GazetteerKind; file: File | undefined }

function GazetteerForm({ onDraft }: { onDraft: (draft: Draft<NewGazetteer>) => void }) {
  const form = useSchemaForm<DraftValues>(DraftSchema, { countyFips: '', kind: 'POINTS', file: undefined })
  const { countyFips, kind } = form.values
  return (
    <ImportForm
      form={form}
      allowance={useUploadAllowance(form.values.file)}
      accept=".csv,.tsv,.txt,.geojson,.json,.gz,.zip"
      kinds="CSV, GeoJSON, gz or zip"
      onFile={(draft, file) => {
        onDraft({ query: { countyFips: draft.countyFips, kind: draft.kind, fileName: file.name }, file })
        form.reset()
      }}
      hint={
        <Text c="dimmed" fz="sm" lh="20px">
          {hintByKind[kind]}
        </Text>
      }
    >
      <Select
        label="Kind"
        data={GazetteerKind.options.map((value) => ({ value, label: labelByKind[value] }))}
        allowDeselect={false}
        value={kind}
        onChange={(next) => form.setFieldValue('kind', GazetteerKind.parse(next))}
      />
      <CountySelect
        label="County"
        description="Replaces its addresses of this kind"
        value={countyFips}
        onChange={(fips) => form.setFieldValue('countyFips', fips)}
        error={form.errors['countyFips']}
      />
    </ImportForm>
  )
}

const headers = [
  'County',
  { label: 'Kind', holds: 'texts' },
  'Entries',
  'Properties located',
  { label: 'Imported', holds: 'texts' },
] as const

function LoadedGazetteers() {
  const { data } = useQuery(buildQuery(gazetteers.list, {}))
  if (!data || data.items.length === 0)
    return (
      <Text c="dimmed">
        Properties without coordinates get a position from the addresses of their county: import address points or
        street ranges.
      </Text>
    )
  return (
    <ScrollRegion label="Positions by address">
      <StatsTable label="Positions by address" headers={headers}>
        {data.items.map(({ countyFips, county, kind, entries, located, loadedAt }) => (
          <tr key={`${countyFips} ${kind}`}>
            <th scope="row">{county}</th>
            <td data-texts>{labelByKind[kind]}</td>
            <td>{formatNumber(entries)}</td>
            <td>{formatNumber(located)}</td>
            <td data-texts>{formatDay(loadedAt)}</td>
          </tr>
        ))}
      </StatsTable>
    </ScrollRegion>
  )
}

/** Lists the addresses with positions that are loaded, by county; the form to upload more opens on demand. */
export function GazetteerPanel() {
  const [state, setState] = useState({ importPage: 1, importLimit: 10 })
  const [isOpen, setOpen] = useState(false)
  const toggle = (
    <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      Import addresses
    </Button>
  )
  return (
    <Stack gap="var(--screen-gap)">
      <Panel title="Positions by address" aside={toggle}>
        <LoadedGazetteers />
      </Panel>
      {isOpen && (
        <FileImportPanel<NewGazetteer>
          title="Import addresses"
          calls={gazetteers}
          changes={dependents}
          state={state}
          onState={(change) => setState((before) => ({ ...before, ...change }))}
        >
          {(start) => <GazetteerForm onDraft={start} />}
        </FileImportPanel>
      )}
    </Stack>
  )
}
