import { type MapPart, mapParts, type NewMapPart } from '@dooryard/contract/data/map-parts'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FileImportPanel } from '../../entities/import/file-import-panel.tsx'
import { ImportForm } from '../../entities/import/import-form.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatBytes, formatDay } from '../../lib/format/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { useUploadAllowance } from '../../ui/upload/use-upload-allowance.ts'
import type { Draft } from '../../ui/upload/use-uploads.ts'

const dependents = [mapParts.list, mapParts.imports]

const DraftSchema = z.object({
  file: z.custom<File | undefined>((file) => file !== undefined, 'Choose a file'),
})
type DraftValues = { file: File | undefined }

function StreetsForm({ onDraft }: { onDraft: (draft: Draft<NewMapPart>) => void }) {
  const form = useSchemaForm<DraftValues>(DraftSchema, { file: undefined })
  return (
    <ImportForm
      form={form}
      allowance={useUploadAllowance(form.values.file)}
      accept=".zip,.pbf,.gpkg,.geojson,.json"
      kinds="zip or osm.pbf"
      onFile={(_, file) => {
        onDraft({ query: { fileName: file.name }, file })
        form.reset()
      }}
      hint={
        <Text c="dimmed" fz="sm" lh="20px">
          A later file of the same name, whatever its year, replaces its streets.
        </Text>
      }
    >
      <Text fz="sm" lh="20px">
        TIGER/Line of a county as the Census Bureau publishes it (roads, areawater, linearwater, arealm, rails or
        place), or an extract of OpenStreetMap.
      </Text>
    </ImportForm>
  )
}

function RemoveButton({ name, title }: { name: string; title: string }) {
  const { mutate, isPending } = useEndpointMutation(mapParts.remove, { refreshes: dependents, awaitsRefresh: true })
  const ask = () =>
    openConfirmDialog({
      title: `Remove ${title} from the map?`,
      children: 'Maps no longer show it. Import its file again to have it back.',
      labels: { confirm: 'Remove', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => mutate({ params: { name } }, { onSuccess: () => showSuccessToast('Removed from the map') }),
    })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={`Remove ${title}`}
      loading={isPending}
      onClick={ask}
    >
      Remove
    </Button>
  )
}

const headers = [
  'Streets',
  'Size',
  { label: 'Imported', holds: 'texts' },
  { label: 'Actions', holds: 'actions' },
] as const

type ImportedPartsProps = { isShown: boolean; items: readonly MapPart[] }

function ImportedParts({ isShown, items }: ImportedPartsProps) {
  if (!isShown) return <Text c="dimmed">This portal is set to another base map, so streets are not imported here.</Text>
  if (items.length === 0)
    return (
      <Text c="dimmed">
        Maps show the streets that you import: of your counties from TIGER/Line, or of a state from OpenStreetMap.
      </Text>
    )
  return (
    <ScrollRegion label="Streets on the map">
      <StatsTable label="Streets on the map" headers={headers}>
        {items.map(({ name, title, fileBytes, importedAt }) => (
          <tr key={name}>
            <th scope="row">{title}</th>
            <td>{formatBytes(fileBytes)}</td>
            <td data-texts>{formatDay(importedAt)}</td>
            <td>
              <RemoveButton name={name} title={title} />
            </td>
          </tr>
        ))}
      </StatsTable>
    </ScrollRegion>
  )
}

/** Lists the imported streets of the base map; the form to upload more opens on demand. */
export function MapPanel() {
  const result = useQuery(buildQuery(mapParts.list, {}))
  const [state, setState] = useState({ importPage: 1, importLimit: 10 })
  const [isOpen, setOpen] = useState(false)
  const toggle = result.data?.isShown && (
    <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      Import streets
    </Button>
  )
  return (
    <Stack gap="var(--screen-gap)">
      <Panel title="Streets on the map" aside={toggle}>
        <QueryContent what="The streets" result={result} loading={24}>
          {(parts) => <ImportedParts {...parts} />}
        </QueryContent>
      </Panel>
      {isOpen && (
        <FileImportPanel<NewMapPart>
          title="Import streets"
          calls={mapParts}
          changes={dependents}
          state={state}
          onState={(change) => setState((before) => ({ ...before, ...change }))}
        >
          {(start) => <StreetsForm onDraft={start} />}
        </FileImportPanel>
      )}
    </Stack>
  )
}
