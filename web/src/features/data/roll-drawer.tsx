import type { RollSources } from '@dooryard/contract/roll-imports'
import type { RollDetail } from '@dooryard/contract/rolls'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatDayAndTime, formatNumber, unknown } from '../../lib/format.ts'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { rollDetail, sources } from './data.data.ts'
import { IncompleteBadge } from './incomplete-badge.tsx'
import { RejectsButton } from './rejects-button.tsx'
import classes from './roll-drawer.module.css'
import { columnLabel, countyWords, sharesOf, sourceWords } from './words.ts'

const factsOf = (roll: RollDetail, known: RollSources['items']) => [
  { label: roll.counties.length === 1 ? 'County' : 'Counties', value: countyWords(roll.counties, 12) || unknown },
  { label: 'Source', value: sourceWords(roll, known) },
  { label: 'File', value: roll.fileName },
  { label: 'SHA-256', value: <code className={classes.hash}>{roll.sha256}</code> },
  { label: 'As of', value: formatDay(roll.recordedOn) },
  { label: 'Imported', value: formatDayAndTime(roll.ingestedAt) },
  { label: 'Took', value: `${formatNumber(roll.seconds)} s` },
  { label: 'Rows read', value: formatNumber(roll.rowsRead) },
  { label: 'Rows mapped', value: formatNumber(roll.rowsMapped) },
  { label: 'Rows rejected', value: formatNumber(roll.rowsRejected) },
  { label: 'Properties', value: formatNumber(roll.properties) },
  { label: 'Transfers', value: formatNumber(roll.transfers) },
  ...(roll.transfersJoined === undefined
    ? []
    : [{ label: 'Of parcels loaded by then', value: formatNumber(roll.transfersJoined) }]),
]

/** What each column held. */
function ColumnTable({ columns }: Pick<RollDetail, 'columns'>) {
  return (
    <ScrollRegion label="What the columns held">
      <FiguresTable label="What the columns held" headers={['Column', 'Filled', 'Unknown', 'Implausible']}>
        {columns.map((column) => {
          const shares = sharesOf(column)
          return (
            <tr key={column.name}>
              <th scope="row">{columnLabel(column.name)}</th>
              <td>{shares.filled}</td>
              <td>{shares.unknown}</td>
              <td className={column.implausible > 0 ? classes.odd : undefined}>{formatNumber(column.implausible)}</td>
            </tr>
          )
        })}
      </FiguresTable>
    </ScrollRegion>
  )
}

function Tallies({ title, tallies }: { title: string; tallies: RollDetail['reasons'] }) {
  if (tallies.length === 0) return null
  return (
    <DetailGroup title={title}>
      <Facts figures facts={tallies.map(({ text, count }) => ({ label: text, value: formatNumber(count) }))} />
    </DetailGroup>
  )
}

function Details({ id }: { id: string }) {
  const { data: roll, error, refetch } = useQuery(rollDetail(id))
  const { data: known } = useQuery(sources())
  if (error && !roll) return <MissingOrFailed what="The roll" error={error} onRetry={() => void refetch()} />
  if (!roll) {
    return (
      <div role="status" aria-label="Loading the roll">
        <Skeleton height={24} width="70%" mb={24} />
        <Skeleton height={320} />
      </div>
    )
  }
  return (
    <>
      <h2>{roll.name}</h2>
      {!roll.isComplete && <IncompleteBadge />}
      <div className={classes.facts}>
        <Facts facts={factsOf(roll, known?.items ?? [])} />
      </div>
      <Tallies title="Why rows were rejected" tallies={roll.reasons} />
      {roll.hasRejects && (
        <div className={classes.saving}>
          <RejectsButton roll={roll} />
        </div>
      )}
      {roll.columns.length > 0 && (
        <DetailGroup title="What the columns held">
          <ColumnTable columns={roll.columns} />
        </DetailGroup>
      )}
      <Tallies title="Uses without an asset class" tallies={roll.unplacedUses} />
      {roll.notPublished.length > 0 && (
        <DetailGroup title="Not published by this roll">
          <p className={classes.missing}>{roll.notPublished.map(columnLabel).join(', ')}</p>
        </DetailGroup>
      )}
    </>
  )
}

/** Everything known of one roll, beside the list it came from. */
export function RollDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer what="Roll" id={id} size={520} onClose={onClose}>
      {(shown) => <Details id={shown} />}
    </DetailDrawer>
  )
}
