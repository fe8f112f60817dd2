import type { CheckState } from '@dooryard/contract/data/sources/county-check'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { checkQuery } from '../county-setup.data.ts'
import { CheckReportView } from './check-report.tsx'
import { useCheck } from './use-check.ts'

type CheckStepProps = { setup: CountySetup; save: () => Promise<number> }
type Check = ReturnType<typeof useCheck>

const isRunning = (check: CheckState | null) => check?.status === 'QUEUED' || check?.status === 'RUNNING'

const Running = ({ check, cancel }: { check: CheckState; cancel: Check['cancel'] }) => (
  <Panel title="Checking all rows">
    <Stack gap={16} align="flex-start">
      <ProgressBar
        share={check.share}
        label="Check"
        words={
          check.status === 'QUEUED'
            ? 'Waiting for earlier imports and checks'
            : `${pluralize(check.rowsRead, 'row')} read so far`
        }
      />
      <Text c="dimmed" fz="sm">
        Nothing is imported yet. You can leave this page.
      </Text>
      <Button size="xs" variant="default" loading={cancel.isPending} onClick={cancel.run}>
        Cancel check
      </Button>
    </Stack>
  </Panel>
)

function describeEnd(check: CheckState | null): string {
  if (check?.status === 'CANCELED') return 'The check was canceled.'
  return check?.message ?? 'The check failed. Try again.'
}

function StartPanel({ check, start }: { check: CheckState | null; start: Check['start'] }) {
  return (
    <Panel title="Check">
      <Stack gap={16} align="flex-start">
        {check && check.status !== 'DONE' && (
          <Notice tone={check.status === 'FAILED' ? 'bad' : 'info'}>{describeEnd(check)}</Notice>
        )}
        <Text>Reads all rows and reports what would be imported. Nothing is changed.</Text>
        <Group gap={8}>
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            Check all rows
          </Button>
          {check?.status === 'FAILED' && (
            <LinkButton variant="default" to="/portal/data/add" search={({ setup }) => ({ setup, step: 'file' })}>
              Use another file
            </LinkButton>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

function Done({ setup, check, start }: { setup: CountySetup; check: CheckState; start: Check['start'] }) {
  const result = useQuery(checkQuery(setup.id))
  return (
    <Stack gap="var(--screen-gap)">
      {!check.isCurrent && (
        <Notice tone="warn">
          <Group gap="6px 12px">
            The source changed since the check.
            <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
              Check again
            </Button>
          </Group>
        </Notice>
      )}
      <QueryContent what="The check" result={result} loading={480}>
        {({ report }) => report && <CheckReportView setupId={setup.id} report={report} />}
      </QueryContent>
    </Stack>
  )
}

/** The fifth step: a dry run over all rows, started at once when there was none. */
export function CheckStep({ setup, save }: CheckStepProps) {
  const { start, cancel } = useCheck(setup, save)
  const { check } = setup
  const startFirst = useEffectEvent(() => {
    if (check === null && start.isIdle) start.mutate()
  })
  useEffect(() => startFirst(), [])
  const failure = start.error ?? cancel.error
  return (
    <Stack gap={16}>
      {failure && <FailureNotice error={failure} />}
      {isRunning(check) && check ? (
        <Running check={check} cancel={cancel} />
      ) : check?.status === 'DONE' ? (
        <Done setup={setup} check={check} start={start} />
      ) : (
        <StartPanel check={check} start={start} />
      )}
    </Stack>
  )
}
