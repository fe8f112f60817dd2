import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { describeCounts } from './check-formats.ts'
import { CheckWarnings } from './check-warnings.tsx'
import { CheckedFields } from './checked-fields.tsx'
import { PositionsPanel } from './positions-panel.tsx'

type CheckReportViewProps = { setupId: string; report: CheckReport }

function Totals({ report }: Pick<CheckReportViewProps, 'report'>) {
  const totals = [
    { label: 'Rows read', value: formatNumber(report.rowsRead) },
    { label: 'Rows accepted', value: formatNumber(report.rowsAccepted) },
    { label: 'Rows rejected', value: formatNumber(report.rowsRejected), isDoubtful: report.rowsRejected > 0 },
    { label: 'Properties', value: formatNumber(report.properties) },
    { label: 'Sales', value: formatNumber(report.sales) },
    { label: 'Data as of', value: formatDay(report.recordedOn) },
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} spacing={{ base: 12, sm: 16 }} m={0}>
      {totals.map(({ label, value, isDoubtful }) => (
        <Paper key={label} withBorder px={16} py={12}>
          <Text component="dt" c="dimmed" fz="sm">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            mt={2}
            fz={18}
            lh="26px"
            fw={600}
            className="numbers"
            {...(isDoubtful && { c: 'var(--mantine-color-warn-light-color)' })}
          >
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

const CountNotes = ({ report }: Pick<CheckReportViewProps, 'report'>) => {
  const notes = describeCounts(report)
  if (notes.length === 0) return null
  return (
    <Text c="dimmed" fz="sm">
      {notes.join(' ')}
    </Text>
  )
}

function RejectsButton({ setupId }: Pick<CheckReportViewProps, 'setupId'>) {
  const save = useMutation({
    mutationFn: () => downloadFile(countySetups.rejects, { params: { id: setupId } }),
    onSuccess: (blob) => saveBlob(blob, 'rejected-rows.csv'),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download
    </Button>
  )
}

function Rejects({ setupId, report }: CheckReportViewProps) {
  if (report.rowsRejected === 0) return null
  return (
    <Panel title="Rejected rows" aside={report.hasRejects && <RejectsButton setupId={setupId} />}>
      <DescriptionList
        isNumeric
        items={report.reasons.map(({ text, count }) => ({ label: text, value: formatNumber(count) }))}
      />
    </Panel>
  )
}

/** What a dry run has found: warnings first, then the numbers, the fields, and where the properties lie. */
export const CheckReportView = ({ setupId, report }: CheckReportViewProps) => (
  <Stack gap="var(--screen-gap)">
    <CheckWarnings warnings={report.warnings} />
    <Stack gap={10}>
      <Totals report={report} />
      <CountNotes report={report} />
    </Stack>
    <Rejects setupId={setupId} report={report} />
    <PositionsPanel report={report} />
    <CheckedFields fields={report.fields} />
  </Stack>
)
