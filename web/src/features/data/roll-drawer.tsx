import type { RollSources } from '@dooryard/contract/data/roll-imports'
import { type RollDetail, rolls } from '@dooryard/contract/data/rolls'
import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { formatColumn } from '../../entities/dataset/dataset-formats.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { emptyValue, formatDay, formatNumber } from '../../lib/format/format.ts'
import { DescriptionList, TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import { type DatasetDialog, RefreshSection } from './datasets/refresh-section.tsx'
import { IncompleteBadge, RejectsButton } from './roll-badges.tsx'
import { formatCounties, formatSource, toShares } from './roll-formats.ts'

const toFacts = (roll: RollDetail, sources: RollSources['items']) => [
  { label: roll.counties.length === 1 ? 'County' : 'Counties', value: formatCounties(roll.counties, 12) || emptyValue },
  { label: 'Source', value: formatSource(roll, sources) },
  { label: 'File', value: roll.fileName },
  { label: 'SHA-256', value: <code style={{ fontSize: 12 }}>{roll.sha256}</code> },
  {
    label: 'As of',
    value: (
      <TextWithDescription
        first={formatDay(roll.recordedOn)}
        second="The newest date found in several rows of the file"
      />
    ),
  },
  { label: 'Imported', value: <Instant at={roll.ingestedAt} /> },
  { label: 'Duration', value: `${formatNumber(roll.seconds)} s` },
  { label: 'Rows read', value: formatNumber(roll.rowsRead) },
  { label: 'Rows imported', value: formatNumber(roll.rowsMapped) },
  { label: 'Rows rejected', value: formatNumber(roll.rowsRejected) },
  { label: 'Properties', value: formatNumber(roll.properties) },
  { label: 'Sales', value: formatNumber(roll.transfers) },
  roll.transfersJoined !== undefined && {
    label: 'Matched to loaded parcels',
    value: formatNumber(roll.transfersJoined),
  },
]

const ColumnTable = ({ columns }: Pick<RollDetail, 'columns'>) => (
  <ScrollRegion label="Column statistics">
    <StatsTable label="Column statistics" headers={['Column', 'Filled', 'Unknown', 'Implausible']}>
      {columns.map((column) => {
        const shares = toShares(column)
        return (
          <tr key={column.name}>
            <th scope="row">{formatColumn(column.name)}</th>
            <td>{shares.filled}</td>
            <td>{shares.unknown}</td>
            <td>
              {column.implausible > 0 ? (
                <Text inherit span c="var(--mantine-color-warn-light-color)" fw={550}>
                  {formatNumber(column.implausible)}
                </Text>
              ) : (
                0
              )}
            </td>
          </tr>
        )
      })}
    </StatsTable>
  </ScrollRegion>
)

function Tallies({ title, tallies }: { title: string; tallies: RollDetail['reasons'] }) {
  if (tallies.length === 0) return null
  return (
    <DetailGroup title={title}>
      <DescriptionList
        isNumeric
        items={tallies.map(({ text, count }) => ({ label: text, value: formatNumber(count) }))}
      />
    </DetailGroup>
  )
}

type DetailsProps = Omit<ComponentProps<typeof RefreshSection>, 'id'> & { id: string }

function Details({ id, ...dialogs }: DetailsProps) {
  const { data: roll, error, refetch } = useQuery(buildQuery(rolls.get, { params: { id } }))
  const { data: sources } = useQuery(buildQuery(rolls.sources, {}))
  if (error && !roll) return <NotFoundOrError what="The data source" error={error} onRetry={() => void refetch()} />
  if (!roll) {
    return (
      <div role="status" aria-label="Loading the data source">
        <Skeleton height={24} width="70%" mb={24} />
        <Skeleton height={320} />
      </div>
    )
  }
  return (
    <>
      <h2>{roll.name}</h2>
      {!roll.isComplete && <IncompleteBadge />}
      <RefreshSection id={id} {...dialogs} />
      <Box mt={20}>
        <DescriptionList items={toFacts(roll, sources?.items ?? [])} />
      </Box>
      <Tallies title="Rejected rows" tallies={roll.reasons} />
      {roll.hasRejects && (
        <Box mt={16}>
          <RejectsButton roll={roll} />
        </Box>
      )}
      {roll.columns.length > 0 && (
        <DetailGroup title="Column statistics">
          <ColumnTable columns={roll.columns} />
        </DetailGroup>
      )}
      <Tallies title="Land uses without a property type" tallies={roll.unplacedUses} />
      {roll.notPublished.length > 0 && (
        <DetailGroup title="Not in this data source">
          <Text c="dimmed">{roll.notPublished.map(formatColumn).join(', ')}</Text>
        </DetailGroup>
      )}
    </>
  )
}

export function RollDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const [dialog, setDialog] = useState<DatasetDialog>()
  return (
    <DetailDrawer what="Data source" id={id} size={520} isCovered={dialog !== undefined} onClose={onClose}>
      {(shown) => <Details id={shown} dialog={dialog} onDialog={setDialog} />}
    </DetailDrawer>
  )
}
