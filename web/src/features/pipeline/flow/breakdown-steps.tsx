import { Flex, Group, Paper, Skeleton, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { RetryButton } from '../retry-button.tsx'
import classes from './flow.module.css'
import { type FlowStep, type RemovedCount, toBarWidth } from './flow-rules.ts'

/** The loss of a step, in the band that narrows from the previous step to it. */
const RemovedBand = ({ removed, from, to }: { removed: RemovedCount | undefined; from: number; to: number }) => (
  <div className={classes.band} style={{ '--from': `${from}%`, '--to': `${to}%` } as CSSProperties}>
    <span className={classes.slope} aria-hidden="true" />
    {removed && (
      <Text component="div" pos="relative" fz={12} lh="18px" c="dimmed">
        {removed.count > 0 ? (
          <>
            <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
              − {formatNumber(removed.count)}
            </Text>{' '}
            {removed.reason}
          </>
        ) : (
          removed.noneText
        )}
        {removed.hint && <span> {removed.hint}</span>}
        {removed.parts && removed.parts.length > 0 && (
          <PlainList mt={2}>
            {removed.parts.map(({ key, label, count }) => (
              <li key={key}>
                {label}: {formatNumber(count)}
              </li>
            ))}
          </PlainList>
        )}
      </Text>
    )}
  </div>
)

type BreakdownStepProps = {
  step: FlowStep<number | undefined>
  /** The count of the widest step. */
  max: number
  /** The count of the previous step; undefined for the first. */
  before: number | undefined
  children?: ReactNode
}

function BreakdownStep({ step: { key, label, count, removed, hint }, max, before, children }: BreakdownStepProps) {
  const width = toBarWidth(count ?? 0, max)
  return (
    <li className={classes.step} data-step={key}>
      {before !== undefined && <RemovedBand removed={removed} from={toBarWidth(before, max)} to={width} />}
      <Group className={classes.stepLabel} gap={12} wrap="nowrap" align="baseline" justify="space-between">
        <span>{label}</span>
        {count === undefined ? <Skeleton height={18} width={56} /> : <strong>{formatNumber(count)}</strong>}
      </Group>
      <Flex className={classes.bar} w={`${width}%`}>
        {children}
      </Flex>
      {hint && (
        <Text mt={4} fz={12} lh="20px" c="dimmed">
          {hint}
        </Text>
      )}
    </li>
  )
}

type BreakdownStepsProps = {
  steps: readonly FlowStep<number | undefined>[]
  max: number
  /** The count before the first step. */
  start?: number
  /** Replaces the plain fill of the first bar. */
  firstBar?: ReactNode
  isStale: boolean
  isBusy: boolean
}

export const BreakdownSteps = ({ steps, max, start, firstBar, isStale, isBusy }: BreakdownStepsProps) => (
  <div className={classes.totals} data-stale={isStale || undefined} aria-busy={isBusy}>
    <PlainList isOrdered className="numbers">
      {steps.map((step, index) => (
        <BreakdownStep key={step.key} step={step} max={max} before={index === 0 ? start : steps[index - 1]?.count}>
          {index === 0 && firstBar}
        </BreakdownStep>
      ))}
    </PlainList>
  </div>
)

type StepFailureProps = { what: string; error: Error; isFetching: boolean; onRetry: () => void }

/** A step whose count failed; the rest of the breakdown stays. */
export const StepFailure = ({ what, error, isFetching, onRetry }: StepFailureProps) => (
  <Paper role="alert" mt={8} mb={12} p="10px 12px" bd="1px solid bad">
    <Group gap="8px 12px" justify="space-between">
      <Text fz={13}>
        <strong>{what}</strong> {getErrorMessage(error)}
      </Text>
      <RetryButton isFetching={isFetching} onRetry={onRetry} />
    </Group>
  </Paper>
)
