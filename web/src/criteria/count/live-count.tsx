import type { Criteria } from '@dooryard/contract/criteria'
import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import { Funnel } from 'lucide-react'
import { useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { FoundCount, NotCounted } from '../../ui/layout/finder-frame.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { type Count, useCount } from './count.data.ts'
import classes from './live-count.module.css'

/** The number of matches, dimmed while it is counted again, and announced when it has changed; it opens how it came about. */
export function LiveCount({ count }: { count: Count }) {
  const { data, isPlaceholderData: isStale, error, failureCount, refetch } = count
  if (error && !data)
    return (
      <NotCounted>
        Not counted: {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Try Again</TextButton>
      </NotCounted>
    )
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" miw={0}>
      <FoundCount isStale={isStale}>
        {data ? (
          <>
            <span>
              <strong>{formatNumber(data.count)}</strong> {data.count === 1 ? 'property matches' : 'properties match'}
            </span>
            {isStale && failureCount > 0 && (
              <Text span fz="sm" c="var(--mantine-color-error)">
                {' '}
                before this change: it could not be counted yet, trying again
              </Text>
            )}
            {!isStale && data.alreadyDelivered > 0 && (
              <Text span>
                {' '}
                · {formatNumber(data.alreadyDelivered)} more {data.alreadyDelivered === 1 ? 'is' : 'are'} yours already
              </Text>
            )}
          </>
        ) : (
          <Text span>Counting…</Text>
        )}
      </FoundCount>
      {data && <HowItComesAbout count={count} />}
    </Group>
  )
}

/** The number of what matches the criteria; it is drawn by itself, before all that hangs on it. */
export const CriteriaCount = ({ criteria }: { criteria: Criteria }) => <LiveCount count={useCount(criteria)} />

function HowItComesAbout({ count }: { count: Count }) {
  const [isOpen, setOpen] = useState(false)
  const [Waterfall, load] = useOnDemand(async () => (await import('./waterfall-drawer.tsx')).WaterfallDrawer)
  return (
    <>
      <UnstyledButton
        className={classes.how}
        aria-haspopup="dialog"
        aria-label="How it adds up: how this number comes about"
        onClick={() => {
          setOpen(true)
          if (!Waterfall) load()
        }}
      >
        <Funnel size={14} aria-hidden="true" />
        <Box component="span" visibleFrom="sm">
          How it adds up
        </Box>
      </UnstyledButton>
      {Waterfall && <Waterfall count={count} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

export const NobodyNew = ({ count }: { count: Count }) =>
  count.data?.mailable === 0 && <Notice tone="warn">Nobody new can be mailed with these filters.</Notice>
