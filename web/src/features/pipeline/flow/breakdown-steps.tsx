import { Flex, Group, Paper, Skeleton, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { RetryButton } from '../retry-button.tsx'
import classes from './flow.module.css'
import { type FlowStep, type Taken, toBarWidth } from './flow-rules.ts'

/** What a step takes away, in the band that narrows from the step before to it. */
const Band = ({ taken, from, to }: { taken: Taken | undefined; from: number; to: number }) => (
  <div className={classes.band} style={{ '--from': `${from}%`, '--to': `${to}%` } as CSSProperties}>
    <span className={classes.slope} aria-hidden="true" />
    {taken && (
      <Text component="div" pos="relative" fz={12} lh="18px" c="dimmed">
        {taken.count > 0 ? (
          <>
            <Text component="strong" inherit c="var(--mantine-color-text)" fw={550}>
              − {formatNumber(taken.count)}
            </Text>{' '}
            {taken.why}
          </>
        ) : (
          taken.none
        )}
        {taken.hint && <span> {taken.hint}</span>}
        {taken.parts && taken.parts.length > 0 && (
          <PlainList mt={2}>
            {taken.parts.map(({ key, label, count }) => (
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

type StepProps = {
  step: FlowStep<number | undefined>
  /** How many the widest step has. */
  most: number
  /** How many there were before it; nothing at the first one. */
  before: number | undefined
  children?: ReactNode
}

function Step({ step: { key, label, count, taken, hint }, most, before, children }: StepProps) {
  const width = toBarWidth(count ?? 0, most)
  return (
    <li className={classes.step} data-step={key}>
      {before !== undefined && <Band taken={taken} from={toBarWidth(before, most)} to={width} />}
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

type StepsProps = {
  steps: readonly FlowStep<number | undefined>[]
  most: number
  /** How many there are before the first step. */
  start?: number
  /** What fills the bar of the first step in the place of one color. */
  firstBar?: ReactNode
  isStale: boolean
  isBusy: boolean
}

export const Steps = ({ steps, most, start, firstBar, isStale, isBusy }: StepsProps) => (
  <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isBusy}>
    <PlainList isOrdered className="numbers">
      {steps.map((step, index) => (
        <Step key={step.key} step={step} most={most} before={index === 0 ? start : steps[index - 1]?.count}>
          {index === 0 && firstBar}
        </Step>
      ))}
    </PlainList>
  </div>
)

type StepFailureProps = { what: string; error: Error; isFetching: boolean; onRetry: () => void }

/** A step that could not be counted; the rest of the breakdown stays. */
export const StepFailure = ({ what, error, isFetching, onRetry }: StepFailureProps) => (
  <Paper role="alert" mt={8} mb={12} p="10px 12px" bd="1px solid bad">
    <Group gap="8px 12px" justify="space-between">
      <Text fz={13}>
        <strong>{what}</strong> {sentenceFor(error)}
      </Text>
      <RetryButton isFetching={isFetching} onRetry={onRetry} />
    </Group>
  </Paper>
)
