import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listUnplacedFiles } from '../../../entities/dataset/dataset-formats.ts'
import { FillBars } from '../../../entities/dataset/fill-bars.tsx'
import { emptyValue, formatDay, formatNumber } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { defineColumns } from '../../../ui/table/columns.ts'
import { IncompleteBadge, RejectsButton } from '../roll-badges.tsx'
import { formatCounties } from '../roll-formats.ts'
import { formatLastResult, formatNextRefresh } from './dataset-formats.ts'

const DatasetName = ({ dataset }: { dataset: Dataset }) => {
  const { id, name, counties, isComplete, sourceVersion } = dataset
  return (
    // Three lines fill the row completely.
    <Box py={isComplete ? 0 : { base: 0, sm: 8 }}>
      <TextWithDescription
        width={320}
        first={
          <Link to="/portal/data" search={(old) => ({ ...old, roll: Number(id) })} resetScroll={false} data-row-link>
            {name}
          </Link>
        }
        second={
          <>
            {formatCounties(counties, 1)}
            {sourceVersion > 0 && ` · source version ${sourceVersion}`}
            {!isComplete && <IncompleteBadge />}
          </>
        }
      />
    </Box>
  )
}

const lastResultTone = (dataset: Dataset) => {
  const { waiting, refresh, isRefreshing } = dataset
  if (isRefreshing) return 'plain'
  if (waiting || listUnplacedFiles(dataset).length > 0) return 'warn'
  return refresh?.lastOutcome === 'FAILED' ? 'bad' : 'plain'
}

/** When a dataset is refreshed next, and how that went last. */
function RefreshCell({ dataset }: { dataset: Dataset }) {
  const { refresh, isGenerated } = dataset
  if (isGenerated) return emptyValue
  const result = formatLastResult(dataset)
  const next = refresh?.nextRunAt ? <Instant at={refresh.nextRunAt} /> : formatNextRefresh(refresh)
  const tone = lastResultTone(dataset)
  return (
    <TextWithDescription
      first={next}
      second={
        result && (
          <>
            {tone === 'plain' ? result : <Tag tone={tone}>{result}</Tag>}{' '}
            {!dataset.isRefreshing && refresh?.lastRunAt && (
              <span style={{ whiteSpace: 'nowrap' }}>
                <Instant at={refresh.lastRunAt} format={formatDay} />
              </span>
            )}
          </>
        )
      }
    />
  )
}

export const datasetColumns = defineColumns<Dataset>([
  { id: 'name', header: 'Data source', card: 'title', cell: (dataset) => <DatasetName dataset={dataset} /> },
  {
    id: 'recordedOn',
    header: 'As of',
    cell: ({ recordedOn, ingestedAt }) => (
      <TextWithDescription first={formatDay(recordedOn)} second={`Imported ${formatDay(ingestedAt)}`} />
    ),
  },
  { id: 'properties', header: 'Properties', align: 'right', cell: ({ properties }) => formatNumber(properties) },
  {
    id: 'rowsRead',
    header: 'Rows read',
    align: 'right',
    cell: ({ rowsRead, rowsRejected }) => (
      <TextWithDescription
        first={formatNumber(rowsRead)}
        second={rowsRejected > 0 && `${formatNumber(rowsRejected)} rejected`}
      />
    ),
  },
  { id: 'fills', header: 'Filled', cell: ({ fills }) => <FillBars fills={fills} /> },
  { id: 'refresh', header: 'Next refresh', card: 'wide', cell: (dataset) => <RefreshCell dataset={dataset} /> },
  { id: 'action', header: 'Action', card: 'action', width: 120, cell: (dataset) => <RejectsButton roll={dataset} /> },
])
