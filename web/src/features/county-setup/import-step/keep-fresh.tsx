import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { DatasetRefresh, FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import { Button, Code, Stack, Text } from '@mantine/core'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { describeUnplacedFiles, formatSchedule, listUnplacedFiles } from '../../../entities/dataset/dataset-formats.ts'
import { PlanFields } from '../../../entities/dataset/plan-fields.tsx'
import { buildPlanSchema, toPlan, toPlanField, toPlanValues } from '../../../entities/dataset/plan-form.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { preventDoubleClick, useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { findUnpackedFolder, listLocations, type SetupFiles, suggestPattern } from './file-locations.ts'

type PlanFormProps = { dataset: Dataset; loadedFrom: FileLocation[]; unpackedFolder: string | undefined }

function PlanForm({ dataset, loadedFrom, unpackedFolder }: PlanFormProps) {
  const { id, sourceFiles, refresh } = dataset
  const unplaced = listUnplacedFiles(dataset)
  const call = useEndpointMutation(datasets.plan, { refreshes: refreshDependents, awaitsRefresh: true })
  const form = useSchemaForm(
    buildPlanSchema(sourceFiles),
    toPlanValues(dataset, loadedFrom),
    () => call.isError && call.reset(),
    toPlanField,
  )
  const submit = form.submit((values) =>
    call.mutate({ params: { id }, body: toPlan(values, sourceFiles) }, { onError: form.showRefusal }),
  )
  const error = form.unlessOnFields(call.error)
  const pattern = suggestPattern(form.values.locations)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {unplaced.length > 0 ? (
          <Notice tone="warn">{describeUnplacedFiles(unplaced)}</Notice>
        ) : (
          <Text c="dimmed" fz="sm">
            Dooryard reads the file again on a schedule. If the new file looks worse, it asks you before anything
            changes.
          </Text>
        )}
        {error && <FailureNotice error={error} />}
        <PlanFields form={form} sourceFiles={sourceFiles} readOnly={call.isPending} />
        {pattern !== undefined && (
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            A file with another date in its name is not found. To read the newest one, enter <Code>{pattern}</Code> as
            the location.
          </Text>
        )}
        {unpackedFolder !== undefined && (
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            A refresh reads one file, and the folder {unpackedFolder} has several. Pack them into a .zip file there, and
            enter <Code>{`${unpackedFolder}/*.zip`}</Code> as the location.
          </Text>
        )}
        <Button type="submit" loading={call.isPending} onClick={preventDoubleClick} style={{ alignSelf: 'start' }}>
          {refresh ? 'Save refresh' : 'Set up refresh'}
        </Button>
      </Stack>
    </form>
  )
}

function Planned({ id, refresh }: { id: string; refresh: DatasetRefresh }) {
  const { locations, schedule, nextRunAt } = refresh
  return (
    <Stack gap={16} align="flex-start">
      <Notice tone="good">The refresh is set up.</Notice>
      <DescriptionList
        items={[
          ...locations.map(({ file, location }) => ({
            label: locations.length === 1 ? 'Location' : `Location of ${file}`,
            value: <span style={{ overflowWrap: 'anywhere' }}>{location}</span>,
          })),
          { label: 'Schedule', value: formatSchedule(schedule) },
          nextRunAt !== null && { label: 'Next refresh', value: <Instant at={nextRunAt} /> },
        ]}
      />
      <LinkButton variant="default" to="/portal/data" search={{ roll: Number(id) }}>
        Manage refresh
      </LinkButton>
    </Stack>
  )
}

/** Sets up the refresh of the county that was just loaded, with the locations from which its files came. */
export const KeepFresh = ({ dataset, setup }: { dataset: Dataset; setup: SetupFiles }) => (
  <Panel title="Keep it fresh">
    {dataset.refresh && listUnplacedFiles(dataset).length === 0 ? (
      <Planned id={dataset.id} refresh={dataset.refresh} />
    ) : (
      <PlanForm
        key={dataset.id}
        dataset={dataset}
        loadedFrom={listLocations(setup, dataset.refresh?.locations)}
        unpackedFolder={findUnpackedFolder(setup)}
      />
    )}
  </Panel>
)
