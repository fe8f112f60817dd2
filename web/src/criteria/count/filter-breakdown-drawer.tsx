import { Box, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LazyDrawer } from '../../ui/overlay/lazy-drawer.tsx'
import { useCriterionLabels } from '../describe/criterion-labels.data.ts'
import { type Count, useFilterBreakdown } from './count.data.ts'
import classes from './filter-breakdown.module.css'
import { type BreakdownStep, toBreakdownSteps } from './filter-impact.ts'

const DimmedText = ({ children }: { children: ReactNode }) => (
  <Text span display="block" fz={12} lh="16px" c="dimmed">
    {children}
  </Text>
)

type StepProps = { label: string; count: ReactNode; share: number; children?: ReactNode }

const Step = ({ label, count, share, children }: StepProps) => (
  <li>
    <Group gap={16} justify="space-between" wrap="nowrap" align="flex-start" mb={4}>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      <Text inherit component="strong" fw={600} flex="none">
        {count}
      </Text>
    </Group>
    <div className={classes.track} aria-hidden="true">
      <div style={{ width: `${share * 100}%` }} />
    </div>
    {children}
  </li>
)

function FilterStep({ step: { words, taken, remaining, givesBack, share } }: { step: BreakdownStep }) {
  const count = (
    <>
      {formatNumber(remaining)}
      <span className="visually-hidden"> left</span>
    </>
  )
  return (
    <Step label={words} count={count} share={share}>
      <Group gap={16} justify="space-between" wrap="nowrap" mt={4}>
        <DimmedText>{givesBack === null ? 'Counting…' : `+${formatNumber(givesBack)} without this filter`}</DimmedText>
        <DimmedText>
          {taken > 0 ? `− ${formatNumber(taken)}` : '0'}
          <span className="visually-hidden"> removed</span>
        </DimmedText>
      </Group>
    </Step>
  )
}

function Steps({ count }: { count: Count }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useFilterBreakdown(count.criteria)
  const phrases = useCriterionLabels(count.criteria)
  if (error && !data)
    return (
      <Notice tone="bad">
        Not counted: {getErrorMessage(error)}{' '}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Notice>
    )
  if (!data?.waterfall) return <Skeleton height={220} radius="md" aria-label="Counting…" />
  return (
    <Stack
      component="ol"
      gap={16}
      m={0}
      p={0}
      lh="20px"
      style={{ listStyle: 'none' }}
      className={`${classes.steps} numbers`}
      data-stale={isPlaceholderData || undefined}
    >
      <Step label="All properties" count={formatNumber(data.waterfall.total)} share={1} />
      {toBreakdownSteps(data.waterfall, phrases).map((step) => (
        <FilterStep key={step.key} step={step} />
      ))}
    </Stack>
  )
}

const describeResult = ({ count, alreadyDelivered, mailable, dataAsOf }: NonNullable<Count['data']>) => [
  { label: 'Matching', hint: 'An exact count, not an estimate', value: formatNumber(count) },
  {
    label: 'Already purchased',
    hint: 'Excluded: purchased in the last 365 days',
    value: formatNumber(alreadyDelivered),
  },
  {
    label: 'Mailable',
    hint: 'Matching, with an owner name and a full mailing address',
    value: formatNumber(mailable),
  },
  { label: 'Data loaded', hint: 'When the newest county dataset was loaded', value: formatDay(dataAsOf) },
]

function Result({ data }: Pick<Count, 'data'>) {
  if (!data) return null
  return (
    <Paper component="dl" withBorder m={0} className={classes.result}>
      {describeResult(data).map(({ label, hint, value }) => (
        <Group key={label} gap={16} p="10px 12px" justify="space-between" wrap="nowrap" align="baseline">
          <dt>
            {label}
            <DimmedText>{hint}</DimmedText>
          </dt>
          <Text inherit component="dd" className="numbers" fw={600} flex="none">
            {value}
          </Text>
        </Group>
      ))}
    </Paper>
  )
}

export const FilterBreakdownDrawer = ({
  count,
  opened,
  onClose,
}: {
  count: Count
  opened: boolean
  onClose: () => void
}) => (
  <LazyDrawer
    opened={opened}
    onClose={onClose}
    position="right"
    size={420}
    title="Count breakdown"
    closeButtonProps={{ 'aria-label': 'Close the count breakdown' }}
    classNames={{ header: classes.head, body: classes.body, title: classes.title }}
  >
    <Stack gap={20}>
      <Steps count={count} />
      <Result data={count.data} />
      <DimmedText>Logarithmic scale</DimmedText>
    </Stack>
  </LazyDrawer>
)
