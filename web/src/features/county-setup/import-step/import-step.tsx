import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SetupImport } from '@dooryard/contract/data/sources/setup-changes'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sources } from '@dooryard/contract/data/sources/sources'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useCheck } from '../check-step/use-check.ts'
import { checkQuery } from '../county-setup.data.ts'
import type { SetupStep } from '../step-names.ts'
import { AboutSource } from './about-source.tsx'
import { ExportButton } from './export-button.tsx'
import { ImportProgress, LastImport } from './import-progress.tsx'
import { ReplacedDataset, toConfirmation } from './replaced-dataset.tsx'
import { SameCounty, type SameCountyChoice, toSameCounty } from './same-county.tsx'

type ImportStepProps = {
  setup: CountySetup
  document: SourceDocument
  onChange: (document: SourceDocument) => void
  save: () => Promise<number>
  onStep: (step: SetupStep) => void
}

function useStartImport({ setup: { id }, save }: ImportStepProps, confirmation: Omit<SetupImport, 'version'>) {
  const refresh = useInvalidate([countySetups.get, countySetups.list, datasets.history, sources.list, sources.get])
  return useMutation({
    mutationKey: [countySetups.import.method, countySetups.import.path],
    mutationFn: async () => {
      const version = await save()
      return api.call(countySetups.import, { params: { id }, body: { version, ...confirmation } })
    },
    onSettled: refresh,
  })
}

/** Only what was checked is imported. */
function CheckAgain({ setup, save, onStep }: Pick<ImportStepProps, 'setup' | 'save' | 'onStep'>) {
  const { start } = useCheck(setup, save)
  return (
    <>
      {start.error && <FailureNotice error={start.error} />}
      <Notice tone="warn">
        <Group gap="6px 12px">
          The source changed since the check.
          <Button
            size="compact-sm"
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: () => onStep('check') })}
          >
            Check again
          </Button>
        </Group>
      </Notice>
    </>
  )
}

function Start(props: ImportStepProps) {
  const { setup, document } = props
  const [confirmed, setConfirmed] = useState<CountySetup['replaces']>(null)
  const [chosen, setChosen] = useState<SameCountyChoice>(null)
  const { data: check, isError } = useQuery(checkQuery(setup.id))
  const report = check?.report
  const isReportAwaited = setup.check?.status === 'DONE' && !report && !isError
  // An edit is of the dataset that it replaces: only what would be lost by that is asked.
  const isExpected =
    setup.edits !== null && setup.replaces?.newer === null && (report?.properties ?? 0) >= setup.replaces.properties
  const confirmation = toConfirmation(isExpected ? setup.replaces : confirmed, setup.replaces)
  const sameCounty = toSameCounty(chosen, setup.sameCounty)
  const isChoiceMissing = setup.sameCounty?.canReplace === true && sameCounty.sameCounty === undefined
  const start = useStartImport(props, { ...confirmation, ...sameCounty })
  const isChecked = setup.check?.status === 'DONE' && setup.check.isCurrent
  return (
    <Stack gap={16}>
      <AboutSource document={document} onChange={props.onChange} />
      <Panel title="Import">
        <Stack gap={16} align="flex-start">
          <Text>
            {report
              ? `${pluralize(report.properties, 'property', 'properties')} and ${pluralize(report.sales, 'sale')} become searchable together, when all are loaded.`
              : 'The properties become searchable together, when all are loaded.'}
          </Text>
          {setup.replaces && !isExpected && !isReportAwaited && (
            <ReplacedDataset
              dataset={setup.replaces}
              checked={report?.properties}
              isConfirmed={confirmation.replaces === true}
              onChange={(isConfirmed) => setConfirmed(isConfirmed ? setup.replaces : null)}
            />
          )}
          {setup.sameCounty && (
            <SameCounty
              dataset={setup.sameCounty}
              countyName={setup.countyName ?? 'This county'}
              checked={report?.properties}
              choice={sameCounty.sameCounty}
              onChange={(choice) => setChosen(setup.sameCounty && { choice, of: setup.sameCounty })}
            />
          )}
          {setup.importId && <LastImport importId={setup.importId} />}
          {start.error && <FailureNotice error={start.error} />}
          {!isChecked && <CheckAgain setup={setup} save={props.save} onStep={props.onStep} />}
          <Group gap={8}>
            <Button
              disabled={!isChecked || isReportAwaited || isChoiceMissing}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {report ? `Import ${pluralize(report.properties, 'property', 'properties')}` : 'Import'}
            </Button>
            <ExportButton document={document} />
            {isChoiceMissing && (
              <Text c="dimmed" fz="sm" role="status">
                Choose “Replace it” or “Keep both” to import
              </Text>
            )}
          </Group>
        </Stack>
      </Panel>
    </Stack>
  )
}

/** The last step: what is said about the source, the import, and where its properties are found. */
export function ImportStep(props: ImportStepProps) {
  const { setup, document } = props
  return setup.importId && setup.status === 'IMPORTED' ? (
    <ImportProgress importId={setup.importId} setup={setup} document={document} />
  ) : (
    <Start {...props} />
  )
}
