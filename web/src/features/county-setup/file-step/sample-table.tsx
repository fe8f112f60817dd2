import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { formatColumnName } from '../columns-step/column-options.ts'
import classes from './file-step.module.css'

type SampleTableProps = { setupId: string; tableId: string; name: string; maxRows: number }

/** The first rows of a table, as the file has them. */
export function SampleTable({ setupId, tableId, name, maxRows }: SampleTableProps) {
  const params = { id: setupId, tableId }
  const { data, error, refetch } = useQuery(buildLiveQuery(countySetups.tableRows, { params }))
  if (error && !data) return <LoadFailure what="The rows" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} m="var(--panel-padding)" />
  const label = `First rows of ${name}`
  return (
    <ScrollRegion label={label}>
      <table className={classes.rows}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {data.columns.map((column) => (
              <th key={column} scope="col">
                {formatColumnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.slice(0, maxRows).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={at}>
              {data.columns.map((column, index) => (
                <td key={column}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
