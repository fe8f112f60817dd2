import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import { Box, Flex, Stack, Tooltip } from '@mantine/core'
import { emptyValue, formatShare } from '../../lib/format/format.ts'
import { formatColumn } from './dataset-formats.ts'
import classes from './fill-bars.module.css'

type Fill = Dataset['fills'][number]

/** Below this, a field is too sparse to search by. */
const isSparse = ({ share }: Fill) => share < 0.5

/** The filled share of each important field as one small bar; names and shares are in the tooltip. */
export function FillBars({ fills }: { fills: readonly Fill[] }) {
  if (fills.length === 0) return emptyValue
  const lines = fills.map(({ name, share }) => `${formatColumn(name)} ${formatShare(share)}`)
  return (
    <Tooltip
      label={
        <Stack gap={2}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </Stack>
      }
    >
      <Flex
        gap={3}
        h={24}
        mt={{ base: 4, sm: 0 }}
        w="fit-content"
        align="flex-end"
        role="img"
        aria-label={`Filled: ${lines.join(', ')}`}
      >
        {fills.map((fill) => (
          <Box key={fill.name} className={classes.track} data-sparse={isSparse(fill) || undefined}>
            <Box h={`${fill.share * 100}%`} className={classes.bar} />
          </Box>
        ))}
      </Flex>
    </Tooltip>
  )
}

/** The same as a list, with names and shares. */
export const FillList = ({ fills }: { fills: readonly Fill[] }) => (
  <Box component="dl" className={classes.list}>
    {fills.map((fill) => (
      <div key={fill.name} className={classes.line}>
        <dt>{formatColumn(fill.name)}</dt>
        <Box className={classes.wide} data-sparse={isSparse(fill) || undefined} aria-hidden="true">
          <Box w={`${fill.share * 100}%`} className={classes.bar} />
        </Box>
        <dd>{formatShare(fill.share)}</dd>
      </div>
    ))}
  </Box>
)
