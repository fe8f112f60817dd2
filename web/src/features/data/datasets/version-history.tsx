import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { DatasetVersion } from '@dooryard/contract/data/datasets/versions'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { formatChanges, formatOrigin, formatRows } from './dataset-formats.ts'
import { VersionBadge } from './version-badge.tsx'
import classes from './version-history.module.css'

/** Of the loaded versions, only the current one is marked. */
function VersionMark(version: DatasetVersion) {
  const isLoaded = version.isReadable && (version.isCurrent || version.status === 'LOADED')
  if (!isLoaded) return <VersionBadge {...version} />
  return version.isCurrent && <StatusBadge status="COMPLETED" label="Current" />
}

function Version({ version, onRollBack }: { version: DatasetVersion; onRollBack: (() => void) | undefined }) {
  const { files, changes, reasons, createdAt, sourceVersion, recordedOn } = version
  return (
    <Box component="li" className={classes.version}>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Text inherit fw={550}>
          <Instant at={createdAt} />
        </Text>
        <VersionMark {...version} />
      </Group>
      <Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[
          formatOrigin(version),
          ...files.map(({ fileName }) => fileName),
          sourceVersion > 0 && `source version ${sourceVersion}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {version.rowsRead > 0 && (
        <Text inherit>
          {formatRows(version)}
          {recordedOn && `, as of ${formatDay(recordedOn)}`}
        </Text>
      )}
      {changes && <Text inherit>{formatChanges(changes)}</Text>}
      {version.status !== 'LOADED' &&
        reasons.map((reason) => (
          <Text key={reason} inherit c="dimmed">
            {reason}
          </Text>
        ))}
      {onRollBack && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          leftSection={<Undo2 size={14} aria-hidden="true" />}
          onClick={onRollBack}
        >
          Roll back to this version
        </Button>
      )}
    </Box>
  )
}

const firstCount = 5
const allCount = 100

/** The versions of a dataset, newest first, with the way back to the one before the current. */
export function VersionHistory({ dataset, onRollBack }: { dataset: Dataset; onRollBack: () => void }) {
  const { id, canRollBack, isRefreshing } = dataset
  const [limit, setLimit] = useState(firstCount)
  const { data } = useQuery(buildLiveQuery(datasets.versions, { params: { id }, query: { limit } }))
  if (!data || data.items.length === 0) return null
  return (
    <DetailGroup title="Versions">
      <Stack component="ol" gap={0} className={classes.versions}>
        {data.items.map((version) => (
          <Version
            key={version.id}
            version={version}
            onRollBack={version.canRestore && canRollBack && !isRefreshing ? onRollBack : undefined}
          />
        ))}
      </Stack>
      {data.totalCount > data.items.length && limit < allCount && (
        <Button mt={12} size="xs" variant="default" onClick={() => setLimit(allCount)}>
          Show all {formatNumber(data.totalCount)} versions
        </Button>
      )}
    </DetailGroup>
  )
}
