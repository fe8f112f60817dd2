import type { DataChange } from '@dooryard/contract/data/datasets/versions'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { Box } from '@mantine/core'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { ImportOutcome, OutcomeText } from '../../../entities/import/import-columns.tsx'
import { importStatuses } from '../../../entities/import/import-status.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { defineColumns } from '../../../ui/table/columns.ts'
import { formatVersionOutcome, triggerLabels } from '../datasets/dataset-formats.ts'
import { VersionBadge } from '../datasets/version-badge.tsx'

/** The endpoints whose responses an import changes. */
export const importDependents = [...refreshDependents, rolls.list]

function describeImport({ status, message, rowsMapped = 0, rowsRejected = 0 }: RollImport) {
  const counts = `${pluralize(rowsMapped, 'row')} imported, ${formatNumber(rowsRejected)} rejected`
  const outcome = status === 'UNCHANGED' ? 'This file is already loaded. Nothing changed.' : counts
  return <OutcomeText>{message ?? outcome}</OutcomeText>
}

const listFileNames = ({ version, ...change }: DataChange): string =>
  version ? version.files.map(({ fileName }) => fileName).join(', ') : (change.import?.fileName ?? '')

export const historyColumns = defineColumns<DataChange>([
  {
    id: 'fileName',
    header: 'File',
    card: 'title',
    cell: (change) => (
      <TextWithDescription
        width={200}
        first={<strong>{listFileNames(change) || change.name}</strong>}
        second={change.name}
      />
    ),
  },
  {
    id: 'trigger',
    header: 'Change',
    cell: ({ trigger, by }) => (
      <TextWithDescription
        width={170}
        first={triggerLabels[trigger]}
        second={by ?? (trigger === 'SCHEDULE' ? 'By schedule' : undefined)}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ version, ...change }) =>
      version ? (
        <VersionBadge {...version} />
      ) : (
        change.import && <StatusBadge {...importStatuses[change.import.status]} />
      ),
  },
  {
    id: 'outcome',
    header: 'Result',
    cell: ({ version, ...change }) =>
      version ? (
        <Box py={{ base: 0, sm: 8 }}>
          <OutcomeText>{formatVersionOutcome(version)}</OutcomeText>
        </Box>
      ) : (
        change.import && (
          <ImportOutcome
            row={change.import}
            calls={rolls}
            changes={importDependents}
            unit="row"
            describe={describeImport}
          />
        )
      ),
  },
  { id: 'createdAt', header: 'When', cell: ({ createdAt }) => <Instant at={createdAt} /> },
])
