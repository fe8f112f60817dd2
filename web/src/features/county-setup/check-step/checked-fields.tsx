import { type CheckedField, quoteCells } from '@dooryard/contract/data/sources/county-check'
import { Text } from '@mantine/core'
import { formatShare } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../../ui/table/stats-table.tsx'
import { describeDistribution, getFieldInfo, getFilledShare } from './check-formats.ts'

const label = 'Fields'

function FilledBar({ field }: { field: CheckedField }) {
  const { filled, implausible } = getFilledShare(field)
  const parts = [
    { share: filled, color: 'var(--accent)' },
    { share: implausible, color: 'var(--mantine-color-warn-filled)' },
  ]
  return (
    <ShareBar w={120} py={6} parts={parts}>
      {formatShare(filled)}
      {implausible > 0 && `, ${formatShare(implausible)} left out`}
    </ShareBar>
  )
}

/** How far each field is filled, and how its values are distributed. */
export function CheckedFields({ fields }: { fields: readonly CheckedField[] }) {
  const found = fields.filter(({ filled, implausible }) => filled + implausible > 0)
  return (
    <Panel title={label}>
      <ScrollRegion label={label}>
        <StatsTable
          label={label}
          headers={['Field', { label: 'Rows with a value', holds: 'texts' }, { label: 'Values', holds: 'texts' }]}
        >
          {found.map((field) => (
            <tr key={`${field.group}.${field.field}`}>
              <th scope="row">{getFieldInfo(field)?.label ?? field.field}</th>
              <td data-texts>
                <FilledBar field={field} />
              </td>
              <td data-texts>
                <Text inherit c="dimmed" style={{ whiteSpace: 'normal' }} miw={200}>
                  {describeDistribution(field)}
                </Text>
                {field.implausibleCells.length > 0 && (
                  <Text inherit c="dimmed" style={{ whiteSpace: 'normal' }} miw={200}>
                    Left out: {quoteCells(field, 3)}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </StatsTable>
      </ScrollRegion>
    </Panel>
  )
}
